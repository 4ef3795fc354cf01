import { Button, Checkbox, Group, Text } from '@mantine/core';
import IconChecklist from '~icons/checklist';
import type { HandInRow } from '@vlabs/contract/assignments/hand-ins';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { useGradeByTestCases } from '../parts/use-test-cases.ts';

interface MarkByTestsProps {
  assignment: string;
  students: HandInRow[];
  maxMarks: number;
}

const isWaiting = ({ status, testMaxPoints }: HandInRow) =>
  status === 'Submitted' && testMaxPoints !== null && testMaxPoints > 0;

/** Grades all unmarked hand-ins by their test case points. Nothing if there are none. */
export function GradeByTestCases({ assignment, students, maxMarks }: MarkByTestsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const waiting = students.filter(isWaiting);
  if (waiting.length === 0 && !isAsking) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecklist size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Mark by test cases
      </Button>
      {isAsking && (
        <Asking
          assignment={assignment}
          waiting={waiting}
          maxMarks={maxMarks}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface AskingProps {
  assignment: string;
  waiting: HandInRow[];
  maxMarks: number;
  onClose: () => void;
}

function Asking({ assignment, waiting, maxMarks, onClose }: AskingProps) {
  const [includesLate, setIncludesLate] = useState(true);
  const { mutate, isPending } = useGradeByTestCases(assignment);
  const lateCount = waiting.filter(({ isLate }) => isLate).length;
  const count = includesLate ? waiting.length : waiting.length - lateCount;
  return (
    <Dialog title="Mark by test cases?" onClose={onClose}>
      <Text>
        Each tested program without marks gets its share of {maxMarks} marks: half of the points
        give half of the marks. Existing marks and comments are kept, and you can change each mark
        later.
      </Text>
      {lateCount > 0 && (
        <Checkbox
          mt="md"
          label={`Include late ones (${lateCount})`}
          checked={includesLate}
          onChange={(event) => setIncludesLate(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={count === 0}
          loading={isPending}
          onClick={() => mutate(includesLate, { onSettled: onClose })}
        >
          {count === 1 ? 'Mark 1 hand-in' : `Mark ${count} hand-ins`}
        </Button>
      </Group>
    </Dialog>
  );
}
