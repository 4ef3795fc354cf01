import { Button, CloseButton, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconSend, IconUpload } from '@tabler/icons-react';
import { MAX_FILES } from '@vlabs/contract/assignments';
import type { StoredFile } from '@vlabs/contract/files';
import { useState } from 'react';
import { linkOf } from '../platform/file-links.ts';
import { useUpload } from '../platform/use-upload.ts';
import { formatSize } from '../ui/sizes.ts';
import { UploadProgress } from '../ui/UploadProgress.tsx';
import classes from './AssignmentPage.module.css';
import type { useHandIn } from './use-hand-in.ts';

/** Files are uploaded as they are chosen, and handed in together. */
export function FilesHandIn({ handIn }: { handIn: ReturnType<typeof useHandIn> }) {
  const { state, upload, resume, cancel } = useUpload('submissions');
  const [files, setFiles] = useState<StoredFile[]>([]);
  const isBusy = state.phase !== 'idle' || handIn.isPending;

  function keep(stored: StoredFile | null): void {
    if (stored) setFiles((current) => [...current, stored]);
  }

  async function take(chosen: File[]): Promise<void> {
    for (const file of chosen.slice(0, MAX_FILES - files.length)) keep(await upload(file));
  }

  return (
    <>
      <Dropzone
        className={classes.drop ?? ''}
        disabled={isBusy || files.length >= MAX_FILES}
        inputProps={{ 'aria-label': 'Files to hand in' }}
        aria-label="Choose the files to hand in, or drop them here"
        onDrop={(chosen: File[]) => void take(chosen)}
      >
        <IconUpload size={22} stroke={1.6} aria-hidden />
        <Text size="sm" fw={550}>
          Drop files here, or choose them
        </Text>
        <Text size="sm" c="dimmed">
          At most {MAX_FILES}; each is uploaded at once.
        </Text>
      </Dropzone>
      <UploadProgress
        state={state}
        onCancel={cancel}
        onResume={() => void resume().then((stored) => keep(stored))}
      />
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(({ $id, name, sizeOriginal }) => (
            <li key={$id} className={classes.file}>
              <span>
                {name} ({formatSize(sizeOriginal)})
              </span>
              <CloseButton
                aria-label={`Leave out ${name}`}
                onClick={() => setFiles((current) => current.filter((file) => file.$id !== $id))}
              />
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
