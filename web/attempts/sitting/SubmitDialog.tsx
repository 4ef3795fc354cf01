import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { Answers } from '@vlabs/contract/attempts/attempts';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';

interface SubmitDialogProps {
  numbers: string[];
  answers: Answers;
  flags: ReadonlySet<string>;
  isBusy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  /** Closes the dialog at this question. */
  onGoTo: (number: string) => void;
}

/** A summary to confirm before the attempt is submitted. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { numbers, answers, flags, isBusy, onSubmit, onCancel, onGoTo } = props;
  const unanswered = numbers.filter((number) => answers[number] === undefined);
  const flagged = numbers.filter((number) => flags.has(number));
  const facts = [
    { label: 'Total Questions', value: String(numbers.length) },
    { label: 'Answered', value: String(numbers.length - unanswered.length) },
    { label: 'Unanswered', value: <Listed numbers={unanswered} onGoTo={onGoTo} /> },
    ...(flagged.length > 0
      ? [{ label: 'Flagged', value: <Listed numbers={flagged} onGoTo={onGoTo} /> }]
      : []),
  ];
  return (
    <Dialog title="Submit this test?" {...(!isBusy && { onClose: onCancel })}>
      <Stack gap="md">
        <Facts facts={facts} />
        <Text>
          {unanswered.length === 0
            ? 'You have answered all questions. You can’t change your answers after submitting.'
            : 'Unanswered questions earn no points. You can’t answer them after submitting.'}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
            Continue the test
          </Button>
          <Button loading={isBusy} onClick={onSubmit}>
            Submit now
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const MAX_SHOWN = 20;

/** `3: questions 2, 5 and 9`, shortened if there are many; each number leads to its question. */
function Listed({ numbers, onGoTo }: Pick<SubmitDialogProps, 'numbers' | 'onGoTo'>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? numbers : numbers.slice(0, MAX_SHOWN);
  const parts = new Intl.ListFormat('en-IN').formatToParts(shown);
  if (shown.length === 0) return '0';
  return (
    <>
      {`${numbers.length}: ${numbers.length === 1 ? 'question' : 'questions'} `}
      {parts.map(({ type, value }, place) =>
        type === 'literal' ? (
          value
        ) : (
          <Anchor
            key={place}
            component="button"
            type="button"
            inherit
            onClick={() => onGoTo(value)}
          >
            {value}
          </Anchor>
        ),
      )}
      {numbers.length > shown.length && (
        <>
          {' '}
          <Anchor component="button" type="button" inherit onClick={() => setIsWhole(true)}>
            and {numbers.length - shown.length} more
          </Anchor>
        </>
      )}
    </>
  );
}
