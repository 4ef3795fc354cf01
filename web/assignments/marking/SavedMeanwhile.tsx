import { Button, Group, Paper, Text } from '@mantine/core';
import type { HandIn } from '@vlabs/contract/assignments/hand-ins';

interface SavedMeanwhileProps {
  handIn: HandIn;
  maxMarks: number;
  onUse: () => void;
  onKeep: () => void;
}

/** What somebody else saved while these marks were typed. Saving waits for the decision. */
export function SavedMeanwhile({ handIn, maxMarks, onUse, onKeep }: SavedMeanwhileProps) {
  const { marks, comment, markedBy } = handIn;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Saved meanwhile">
      <Text size="sm">
        {marks === null
          ? 'Somebody removed the marks meanwhile.'
          : `${markedBy ?? 'Somebody'} gave ${marks} of ${maxMarks} meanwhile.`}
        {comment !== '' && ` Comment: ${comment}`}
      </Text>
      <Group gap="sm" mt="xs">
        <Button size="xs" variant="default" onClick={onUse}>
          Use these
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep mine
        </Button>
      </Group>
    </Paper>
  );
}
