import { Button, Group, Stack, Text } from '@mantine/core';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { countAsked, totalScoreOf } from '@vlabs/contract/quizzes/quiz-totals';
import { describeDuration } from '@vlabs/contract/quizzes/time-limit';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { Facts } from '../../ui/Facts.tsx';
import { findMsFromStart } from './student-status.ts';

interface StartDialogProps {
  quiz: QuizRecord;
  now: number;
  isBusy: boolean;
  onStart: () => void;
  onCancel: () => void;
}

/** What a student is about to begin, since a test can be taken once. */
export function StartDialog({ quiz, now, isBusy, onStart, onCancel }: StartDialogProps) {
  const { formDetails } = quiz;
  const ms = findMsFromStart(quiz, now);
  const { endTime } = formDetails;
  const facts = [
    { label: 'Your time', value: ms === null ? 'Not limited' : describeTime(ms) },
    ...(endTime === null
      ? []
      : [{ label: 'Ends for all', value: formatMomentBeside(endTime, now) }]),
    { label: 'Questions', value: String(countAsked(formDetails) ?? '–') },
    { label: 'Total score', value: String(totalScoreOf(formDetails) ?? '–') },
  ];
  return (
    <Dialog title={`Start ${formDetails.topic}?`} {...(!isBusy && { onClose: onCancel })}>
      <Stack gap="md">
        <Facts facts={facts} />
        <Text>
          You can take this test once.{' '}
          {ms === null
            ? 'It has no time limit: your answers are saved as you work, and you submit them yourself.'
            : 'Your time begins when the test opens, and goes on while the page is closed. Answers are saved as you work, and submitted when the time is up.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
            Not yet
          </Button>
          <Button loading={isBusy} onClick={onStart}>
            Start
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** In whole minutes, rounded down; the last minute in seconds. */
function describeTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return describeDuration(seconds < 60 ? Math.max(1, seconds) : seconds - (seconds % 60));
}
