import { Button, Text } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation } from '@tanstack/react-query';
import { getMyData } from '@vlabs/contract/privacy/my-data';
import { messageOf } from '../platform/calls/call.ts';
import { download } from '../platform/files/download.ts';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast.ts';

/** Downloads the user's personal data. */
export function MyDataDownload() {
  const loading = useMutation({
    mutationFn: () => download(getMyData.path),
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`The download failed. ${messageOf(error)}`),
  });
  return (
    <>
      <Text mb="sm" maw="40rem">
        All data about you as one ZIP file: your profile, classes, sessions, programs, runs,
        hand-ins and tests, with the results released to you.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={loading.isPending}
        onClick={() => loading.mutate()}
      >
        Download my data
      </Button>
    </>
  );
}
