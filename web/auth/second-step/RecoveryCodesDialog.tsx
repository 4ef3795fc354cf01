import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The only time at which they are shown. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <Stack gap="md">
        <Text>
          Each of these signs you in once, in place of a code of the app. Keep them where you find
          them without your phone. They are not shown again.
        </Text>
        <Code block tabIndex={0} aria-label="Recovery codes">
          {text}
        </Code>
        <Group gap="sm">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            onClick={() => saveFile('v-labs-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            Download
          </Button>
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
