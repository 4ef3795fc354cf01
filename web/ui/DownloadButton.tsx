import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import IconDownload from '~icons/download';
import { messageOf } from '../platform/calls/call.ts';
import { download } from '../platform/files/download.ts';
import { saveFile } from './save-file.ts';
import { toastError } from './toast.ts';

interface DownloadButtonProps {
  label: string;
  /** For screen readers, where the label alone says too little. */
  name?: string;
  /** Of an endpoint that replies with a file. */
  address: string;
  /** Begins the message of a refusal, such as "The download failed." */
  failure?: string;
  isSmall?: boolean;
  isMain?: boolean;
}

/** Downloads a file of an endpoint and saves it under the name that the reply gives. */
export function DownloadButton(props: DownloadButtonProps) {
  const { label, name: ofButton, address, isSmall = false, isMain = false } = props;
  const { failure = 'The download failed.' } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(address),
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`${failure} ${messageOf(error)}`),
  });
  return (
    <Button
      {...(isSmall && { size: 'compact-sm' })}
      {...(!isMain && { variant: 'default' })}
      {...(ofButton !== undefined && { 'aria-label': ofButton })}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {label}
    </Button>
  );
}
