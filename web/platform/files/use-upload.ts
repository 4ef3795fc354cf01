import type { BucketId, StoredFile } from '@vlabs/contract/files/files';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../calls/call.ts';
import { makeRandomHex } from '../random-ids.ts';
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
 * Uploads one file at a time into a bucket. `upload` returns the stored file, or null if it failed
 * or was cancelled; the state tells which, and `resume` continues it. Choosing the same file after
 * a reload also resumes it.
 */
export function useUpload(bucketId: BucketId) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const attempt = useRef<Attempt | null>(null);

  const send = useCallback(
    async (file: File, begunId: string | null): Promise<StoredFile | null> => {
      const fileId = begunId ?? makeFileId();
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
        const isResumed = begunId !== null;
        const upload = { bucketId, fileId, isResumed, file, onProgress: show, signal };
        const stored = await uploadFile(upload);
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
    (file: File) => send(file, idOfUnfinished(bucketId, file)),
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

/** Appwrite's ids have at most 36 letters and digits. */
const makeFileId = () => makeRandomHex(16);

/** Deletes an upload, complete or not; the server would do so after a day. */
export async function removeUploaded(upload: {
  bucketId: BucketId;
  fileId: string;
}): Promise<void> {
  const { abandonUpload } = await import('./upload-file.ts');
  await abandonUpload(upload);
}
