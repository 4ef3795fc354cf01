import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';

interface PasswordDialogProps {
  /** The person's name. */
  name: string;
  password: string;
  onClose: () => void;
}

/** A password that is shown once; the dialog closes only with its button. */
export function PasswordDialog({ name, password, onClose }: PasswordDialogProps) {
  return (
    <Dialog title={`New password of ${name}`}>
      <Stack gap="md">
        <Text>Copy it now; it won’t be shown again. Ask them to change it after signing in.</Text>
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
