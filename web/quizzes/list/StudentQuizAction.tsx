import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getAttemptStatus } from '@vlabs/contract/attempts/attempt-events';
import { listQuizzes, type QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatTimeLeft } from '../../platform/time-left.ts';
import { call, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { useSession } from '../../platform/calls/session.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { StartDialog } from './StartDialog.tsx';
import { findMsLeft, formatCountdown, studentStatusOf } from './student-status.ts';

const ALREADY = 'You have already submitted this quiz.';

/** The current action for a test, and how long it is available. */
export function StudentQuizAction({ quiz, now }: { quiz: QuizRecord; now: number }) {
  const { formDetails } = quiz;
  const { begin, isPending, showResult } = useBegin(quiz);
  const [isAsking, setIsAsking] = useState(false);
  const status = studentStatusOf(quiz);
  const name = formDetails.topic;
  const startsInMs = Date.parse(formDetails.startTime ?? '') - now;
  const endsInMs = Date.parse(formDetails.endTime ?? '') - now;
  if (status === 'submitted') {
    return (
      <Button variant="default" fullWidth aria-label={`Submitted: ${name}`} onClick={showResult}>
        Submitted
      </Button>
    );
  }
  const msLeft = findMsLeft(quiz, now);
  if (msLeft === 0) {
    return <Text c="dimmed">Time is up. Your saved answers are being submitted.</Text>;
  }
  if (msLeft !== null) {
    return (
      <>
        <Text size="sm" fw={600} w="100%">
          Running, {formatTimeLeft(msLeft)} left
        </Text>
        <Button
          size="md"
          fullWidth
          loading={isPending}
          aria-label={`Resume ${name}`}
          onClick={() => begin()}
        >
          Resume
        </Button>
      </>
    );
  }
  if (status === 'expired') {
    return <Text c="dimmed">This test is over. You didn’t submit anything.</Text>;
  }
  const isOpen = !(startsInMs > 0);
  return (
    <>
      <Text size="sm" c="dimmed" w="100%">
        {isOpen && endsInMs > 0 && `Ends in ${formatCountdown(endsInMs)}`}
        {!isOpen && `Starts in ${formatCountdown(startsInMs)}`}
      </Text>
      <Button
        size="md"
        fullWidth
        disabled={!isOpen}
        aria-label={`Start ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Start
      </Button>
      {isAsking && (
        <StartDialog
          quiz={quiz}
          now={now}
          isBusy={isPending}
          onStart={begin}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** Checks first whether it was submitted already, perhaps on another device. */
function useBegin({ unique_id: uniqueId, formDetails, deadline }: QuizRecord) {
  const { user } = useSession();
  const navigate = useNavigate();
  const refresh = useRefresh(listQuizzes);
  const userId = user?.id ?? '';
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(getAttemptStatus, { params: { uniqueId, userId } }),
    onSuccess: ({ completed }) => {
      if (completed) {
        toastError(ALREADY);
        void refresh();
        return;
      }
      const times = new URLSearchParams({
        startTime: formDetails.startTime ?? '',
        endTime: formDetails.endTime ?? '',
      });
      if (deadline === undefined) toastSuccess('Quiz started');
      void navigate(`/tests/quiz/${uniqueId}?${times}`);
    },
    onError: (error) => toastError(messageOf(error)),
  });

  function begin(): void {
    if (userId === '') {
      toastError('User authentication failed. Please log in again.');
      void navigate('/login');
    } else mutate();
  }

  function showResult(): void {
    void navigate(`/tests/quiz/${uniqueId}/submitted`);
  }

  return { begin, isPending, showResult };
}
