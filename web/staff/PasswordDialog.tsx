import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';

interface PasswordDialogProps {
  /** Whose it is. */
  name: string;
  password: string;
  onClose: () => void;
}

/** A password that is shown once; it goes only by its button. */
export function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  return (
    <Dialog title={`New password of ${name}`}>
      <Stack gap="md">
        <Text>
          It is shown only now. Hand it over, and ask for it to be changed after the login.
        </Text>
        <Code fz="lg" p="sm">
          {password}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
