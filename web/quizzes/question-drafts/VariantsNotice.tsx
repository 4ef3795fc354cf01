import { Button, Paper, Text } from '@mantine/core';
import type { TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import classes from '../builder/QuizBuilder.module.css';

interface VariantsNoticeProps {
  question: TypedQuestion;
  onRemove: () => void;
}

/** A question from a template has variants, which cannot be edited by hand. */
export function VariantsNotice({ question, onRemove }: VariantsNoticeProps) {
  const count = question.Variants?.length ?? 0;
  if (count === 0) return null;
  return (
    <Paper withBorder className={classes.deleted}>
      <Text size="sm">
        Made from a template: {count} more {count === 1 ? 'set' : 'sets'} of numbers. Each student
        gets one. Changes here apply only to this set.
      </Text>
      <Button size="compact-sm" variant="default" onClick={onRemove}>
        Keep this set only
      </Button>
    </Paper>
  );
}
