import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { formatSize } from './frame/sizes.ts';

interface UploadProgressProps {
  state:
    | { phase: 'idle' }
    | { phase: 'sending'; name: string; sentBytes: number; totalBytes: number }
    | { phase: 'failed'; name: string; message: string };
  onCancel: () => void;
  onResume: () => void;
}

/** How far a file is on its way, with Cancel; after a failure, what was kept, with Resume. */
export function UploadProgress({ state, onCancel, onResume }: UploadProgressProps) {
  if (state.phase === 'idle') return null;
  const cancel = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconX size={14} aria-hidden />}
      onClick={onCancel}
    >
      Cancel
    </Button>
  );
  if (state.phase === 'failed') {
    return (
      <Paper withBorder p="sm" role="alert">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={18} style={{ flexShrink: 0 }} aria-hidden />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {state.name}: {state.message}
          </Text>
        </Group>
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={onResume}
          >
            Resume
          </Button>
          {cancel}
        </Group>
      </Paper>
    );
  }
  const { name, sentBytes, totalBytes } = state;
  const percent = totalBytes === 0 ? 0 : Math.round((sentBytes / totalBytes) * 100);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {cancel}
      </Group>
      <Progress
        value={sentBytes === 0 ? 100 : percent}
        animated={sentBytes === 0}
        striped={sentBytes === 0}
        mt="xs"
        aria-label={`Uploading ${name}`}
      />
      <Text size="sm" c="dimmed" mt={6} component="output">
        {sentBytes === 0
          ? `Sending ${formatSize(totalBytes)}`
          : `${percent}% of ${formatSize(totalBytes)}`}
      </Text>
    </Paper>
  );
}
