import { Button, CloseButton, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import IconSend from '~icons/send';
import IconUpload from '~icons/upload';
import { MAX_FILES } from '@vlabs/contract/assignments/assignments';
import type { StoredFile } from '@vlabs/contract/files/files';
import { useRef, useState } from 'react';
import { linkOf } from '../../platform/files/file-links.ts';
import { removeUploaded, useUpload } from '../../platform/files/use-upload.ts';
import { formatSize } from '../../ui/progress/sizes.ts';
import { toastError } from '../../ui/toast.ts';
import { UploadProgress } from '../../ui/progress/UploadProgress.tsx';
import classes from '../AssignmentPage.module.css';
import type { useHandIn } from './use-hand-in.ts';

/** Files are uploaded when chosen and handed in together. */
export function FilesHandIn({ handIn }: { handIn: ReturnType<typeof useHandIn> }) {
  const { state, upload, resume, cancel } = useUpload('submissions');
  const [files, setFiles] = useState<StoredFile[]>([]);
  const waiting = useRef<File[]>([]);
  const isBusy = state.phase !== 'idle' || handIn.isPending;

  function keep(stored: StoredFile | null): void {
    if (stored) setFiles((current) => [...current, stored]);
  }

  function take(chosen: File[]): void {
    waiting.current = chosen.slice(0, MAX_FILES - files.length);
    const leftOut = chosen.length - waiting.current.length;
    if (leftOut > 0) {
      toastError(
        `You can hand in at most ${MAX_FILES} files. Put the other ${leftOut} into a ZIP file.`,
      );
    }
    void takeNext();
  }

  /**
   * Uploads run one after another. A failed one blocks the rest until it is resumed or cancelled.
   */
  async function takeNext(): Promise<void> {
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) {
      const stored = await upload(file);
      keep(stored);
      if (stored === null) return;
    }
  }

  async function goOn(): Promise<void> {
    const stored = await resume();
    keep(stored);
    if (stored !== null) await takeNext();
  }

  function skip(): void {
    cancel();
    void takeNext();
  }

  function leaveOut(fileId: string): void {
    setFiles((current) => current.filter(({ $id }) => $id !== fileId));
    void removeUploaded({ bucketId: 'submissions', fileId });
  }

  return (
    <>
      <Dropzone
        className={classes.drop ?? ''}
        disabled={isBusy || files.length >= MAX_FILES}
        inputProps={{ 'aria-label': 'Files to hand in' }}
        aria-label="Choose the files to hand in, or drop them here"
        onDrop={take}
      >
        <IconUpload size={22} stroke={1.6} aria-hidden />
        <Text size="sm" fw={550}>
          Drop files here, or choose them
        </Text>
        <Text size="sm" c="dimmed">
          At most {MAX_FILES}; each is uploaded at once.
        </Text>
      </Dropzone>
      <UploadProgress state={state} onCancel={skip} onResume={() => void goOn()} />
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(({ $id, name, sizeOriginal }) => (
            <li key={$id} className={classes.file}>
              <span>
                {name} ({formatSize(sizeOriginal)})
              </span>
              <CloseButton aria-label={`Remove ${name}`} onClick={() => leaveOut($id)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        leftSection={<IconSend size={16} aria-hidden />}
        disabled={files.length === 0 || state.phase !== 'idle'}
        loading={handIn.isPending}
        onClick={() =>
          handIn.mutate(
            { kind: 'files', paths: files.map(linkOf) },
            { onSuccess: () => setFiles([]) },
          )
        }
      >
        {files.length > 1 ? `Hand in ${files.length} files` : 'Hand in the file'}
      </Button>
    </>
  );
}
