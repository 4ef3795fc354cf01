import { ActionIcon } from '@mantine/core';
import IconDownload from '~icons/download';
import IconFolderOpen from '~icons/folder-open';
import IconHistory from '~icons/history';
import { useRef } from 'react';
import { acceptedFiles } from './open-file.ts';

export interface FileActionsProps {
  onOpen: (file: File) => void;
  onDownload: () => void;
  onShowHistory: () => void;
}

/** Opens a file, downloads the program, and shows the history. */
export function FileActions({ onOpen, onDownload, onShowHistory }: FileActionsProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedFiles}
        aria-label="A program on your computer"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Reset so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
          if (file) onOpen(file);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Open a file"
        title="Open a file, or drag one here"
        onClick={() => picker.current?.click()}
      >
        <IconFolderOpen size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Download the program"
        title="Download the program"
        onClick={onDownload}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="History"
        title="History: versions and runs"
        onClick={onShowHistory}
      >
        <IconHistory size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
