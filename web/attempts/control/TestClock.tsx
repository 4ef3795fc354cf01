import { Text } from '@mantine/core';
import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { useNow } from '../../platform/use-now.ts';
import { formatMoment } from '../../ui/dates/dates.ts';
import { describeTestTime } from './test-time.ts';

const SECOND_MS = 1000;

interface TestClockProps {
  details: QuizRecord['formDetails'];
  rows: AttemptRow[];
}

/** When the test ends and the time left, by the server's clock. */
export function TestClock({ details, rows }: TestClockProps) {
  // Updates every second; the time is the server's.
  useNow(SECOND_MS);
  const time = describeTestTime(details, rows, serverNowMs());
  if (time === null) return null;
  return (
    <section aria-label="Clock of the test">
      <Text mb="md">
        {time.label} <time dateTime={time.at}>{formatMoment(time.at)}</time>
        {time.left !== null && (
          <>
            {'. '}
            <span role="timer" aria-label="Time left">
              {time.left}
            </span>
          </>
        )}
        {time.lastAt !== null && (
          <Text span size="sm" c="dimmed" display="block">
            With extra time, the last student ends{' '}
            <time dateTime={time.lastAt}>{formatMoment(time.lastAt)}</time>.
          </Text>
        )}
      </Text>
    </section>
  );
}
