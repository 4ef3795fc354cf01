import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import IconX from '~icons/x';
import { percentOf } from './show-part.ts';

interface ProgressPanelProps {
  /** The activity, and its progress unless `note` gives it. */
  title: string;
  note?: string;
  /** Accessible name of the bar. */
  label: string;
  /** From 0 to 1; null if unknown. */
  part: number | null;
  stop: { label: 'Cancel' | 'Stop'; isPending?: boolean; onStop: () => void };
}

/** Progress of a long task, with a button that ends it. */
export function ProgressPanel({ title, note, label, part, stop }: ProgressPanelProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
          {...(note === undefined && { component: 'output' })}
        >
          {title}
        </Text>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          leftSection={<IconX size={14} aria-hidden />}
          loading={stop.isPending ?? false}
          onClick={stop.onStop}
        >
          {stop.label}
        </Button>
      </Group>
      <Progress
        mt="xs"
        aria-label={label}
        value={part === null ? 100 : percentOf(part)}
        animated={part === null}
        striped={part === null}
      />
      {note !== undefined && (
        <Text size="sm" c="dimmed" mt={6} component="output">
          {note}
        </Text>
      )}
    </Paper>
  );
}
