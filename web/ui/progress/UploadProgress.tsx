import { Button, Group, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconPlayerPlay from '~icons/player-play';
import IconX from '~icons/x';
import { formatSize } from './sizes.ts';
import { ProgressPanel } from './ProgressPanel.tsx';

interface UploadProgressProps {
  state:
    | { phase: 'idle' }
    | { phase: 'sending'; name: string; sentBytes: number; totalBytes: number }
    | { phase: 'failed'; name: string; message: string };
  onCancel: () => void;
  onResume: () => void;
}

/** Progress of an upload, with Cancel; after a failure, with Resume. */
export function UploadProgress({ state, onCancel, onResume }: UploadProgressProps) {
  if (state.phase === 'idle') return null;
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
          <Button
            variant="default"
            size="xs"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={onCancel}
          >
            Cancel
          </Button>
        </Group>
      </Paper>
    );
  }
  const { name, sentBytes, totalBytes } = state;
  const part = sentBytes === 0 ? null : sentBytes / totalBytes;
  const size = formatSize(totalBytes);
  return (
    <ProgressPanel
      title={name}
      note={part === null ? `Uploading ${size}` : `${Math.round(part * 100)}% of ${size}`}
      label={`Uploading ${name}`}
      part={part}
      stop={{ label: 'Cancel', onStop: onCancel }}
    />
  );
}
