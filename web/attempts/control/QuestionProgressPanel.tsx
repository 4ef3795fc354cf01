import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type QuestionProgress,
  getQuestionProgress,
} from '@vlabs/contract/attempts/attempt-control';
import { queryOf } from '../../platform/calls/query-of.ts';
import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import { percentOf } from '../../ui/progress/show-part.ts';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import classes from './QuestionProgressPanel.module.css';

/** How many students have answered each question. Counts only while it is open. */
export function QuestionProgressPanel({ uniqueId }: { uniqueId: string }) {
  const [isOpen, setIsOpen] = useDeviceSetting({
    key: 'vlabs.progress-by-question',
    defaultValue: false,
    deserialize: (text) => text === 'true',
  });
  return (
    <details
      className={classes.panel}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Progress by question</summary>
      {isOpen && <Questions uniqueId={uniqueId} />}
    </details>
  );
}

function Questions({ uniqueId }: { uniqueId: string }) {
  const query = useQuery(queryOf(getQuestionProgress, { params: { uniqueId } }));
  return (
    <Loaded
      query={query}
      waiting={<LinesSkeleton lines={3} />}
      failure="The progress by question could not be loaded."
    >
      {({ started, questions }) => (
        <>
          <Text size="sm" c="dimmed">
            {describeStarted(started)}
          </Text>
          <ol aria-label="Questions" className={classes.list}>
            {questions.map((question) => (
              <Question key={question.number} question={question} started={started} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  );
}

interface QuestionProps {
  question: QuestionProgress['questions'][number];
  started: number;
}

function Question({ question: { number, text, answered }, started }: QuestionProps) {
  return (
    <li className={classes.question}>
      <span className={classes.text}>
        {number}. {text}
      </span>
      <span className={classes.figure}>
        {answered} of {started}
      </span>
      <Progress
        className={classes.bar ?? ''}
        aria-hidden
        size="sm"
        value={started === 0 ? 0 : percentOf(answered / started)}
      />
    </li>
  );
}

function describeStarted(started: number): string {
  if (started === 0) return 'No student has started yet.';
  const students = started === 1 ? 'the one who has' : `the ${started} who have`;
  return `Students who have answered, of ${students} started. Questions are numbered as in your test; students may see them in another order.`;
}
