import type { BucketId, StoredFile } from '@vlabs/contract/files';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from './call.ts';
import { forgetUnfinished, idOfUnfinished, keepUnfinished } from './unfinished-uploads.ts';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; name: string; sentBytes: number; totalBytes: number }
  | { phase: 'failed'; name: string; message: string };

interface Attempt {
  file: File;
  fileId: string;
  control: AbortController;
}

/**
 * One upload at a time into a bucket. `upload` gives the stored file, or null when it failed or was
 * cancelled; the state says which, and `resume` goes on where it broke off. So does the same file that is
 * chosen again after a reload.
 */
export function useUpload(bucketId: BucketId) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const attempt = useRef<Attempt | null>(null);

  const send = useCallback(
    async (file: File, fileId: string): Promise<StoredFile | null> => {
      const control = new AbortController();
      attempt.current = { file, fileId, control };
      const show = (sentBytes: number) => {
        setState({ phase: 'sending', name: file.name, sentBytes, totalBytes: file.size });
      };
      show(0);
      keepUnfinished(bucketId, file, fileId);
      try {
        const { uploadFile } = await import('./upload-file.ts');
        const { signal } = control;
        const stored = await uploadFile({ bucketId, fileId, file, onProgress: show, signal });
        forgetUnfinished(bucketId, file);
        setState({ phase: 'idle' });
        return stored;
      } catch (error) {
        if (control.signal.aborted) return null;
        setState({ phase: 'failed', name: file.name, message: messageOf(error) });
        return null;
      }
    },
    [bucketId],
  );

  const upload = useCallback(
    (file: File) => send(file, idOfUnfinished(bucketId, file) ?? makeFileId()),
    [send, bucketId],
  );

  const resume = useCallback(async () => {
    const last = attempt.current;
    return last ? send(last.file, last.fileId) : null;
  }, [send]);

  const cancel = useCallback(() => {
    const last = attempt.current;
    attempt.current = null;
    setState({ phase: 'idle' });
    if (!last) return;
    last.control.abort();
    forgetUnfinished(bucketId, last.file);
    void removeUploaded({ bucketId, fileId: last.fileId });
  }, [bucketId]);

  useEffect(() => () => attempt.current?.control.abort(), []);

  return { state, upload, resume, cancel };
}

/** 32 letters and digits: Appwrite's ids have at most 36. Works on plain HTTP, as randomUUID does not. */
function makeFileId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gives the room of an upload free, whole or not; the server would in a day. */
export async function removeUploaded(upload: {
  bucketId: BucketId;
  fileId: string;
}): Promise<void> {
  const { abandonUpload } = await import('./upload-file.ts');
  await abandonUpload(upload);
}
