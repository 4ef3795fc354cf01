import { Anchor, Progress, Text, Title } from '@mantine/core';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { Link } from 'react-router';
import { languageNameOf } from '../../platform/languages.ts';
import { Markdown } from '../../ui/text/Markdown.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import { showPercent } from '../parts/figures.ts';
import classes from './StudentDashboardPage.module.css';
import { useQuery } from '@tanstack/react-query';
import { listOwnResults } from '@vlabs/contract/attempts/attempts';
import { listOwnMarks } from '@vlabs/contract/assignments/hand-ins';
import { listPastRuns } from '@vlabs/contract/runs/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const RUNS_SHOWN = 5;

function useRecentRuns() {
  return useQuery({
    ...queryOf(listPastRuns, { query: {} }),
    select: (runs) => runs.slice(0, RUNS_SHOWN),
  });
}

/** Results of the last submitted tests, newest first. */
const useOwnResults = () => useQuery(queryOf(listOwnResults, {}));

/** Marks and comments of the last marked hand-ins. */
const useOwnMarks = () => useQuery(queryOf(listOwnMarks, {}));

/** Submitted tests with their released scores. */
export function OwnResults() {
  const { data: results = [], isPending } = useOwnResults();
  const percents = results.flatMap(({ score, totalScore }) =>
    score === null ? [] : [(100 * score) / totalScore],
  );
  const mean = percents.reduce((sum, one) => sum + one, 0) / percents.length;
  return (
    <section aria-labelledby="results">
      <Title order={2} id="results" mb="xs">
        Results
      </Title>
      {!isPending && results.length === 0 && <Text c="dimmed">Tests you submit appear here.</Text>}
      {percents.length > 1 && (
        <Text c="dimmed">
          {showPercent(mean)} on average in your last {percents.length} tests with a score.
        </Text>
      )}
      <ul className={classes.list}>
        {results.map(({ uniqueId, topic, score, totalScore, submittedAt, isMarkedAgain }) => (
          <li key={uniqueId} className={classes.row}>
            <div className={classes.what}>
              <Anchor component={Link} to={`/tests/quiz/${uniqueId}/submitted`}>
                {topic}
              </Anchor>
              <Text size="sm" c="dimmed">
                <Moment at={submittedAt} />
                {isMarkedAgain && ', scored again after a key correction'}
              </Text>
            </div>
            {score === null ? (
              <Text>Not shown yet</Text>
            ) : (
              <Text ff="monospace">{`${score} of ${totalScore}`}</Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How much of the term's work is done. */
export function OwnProgress({
  quizzes,
  assignments,
}: {
  quizzes: QuizRecord[];
  assignments: ListedAssignment[];
}) {
  const parts = [
    {
      label: 'Assignments handed in',
      done: assignments.filter(({ status }) => status !== 'Pending').length,
      all: assignments.length,
    },
    {
      label: 'Tests submitted',
      done: quizzes.filter(({ completed }) => completed).length,
      all: quizzes.length,
    },
  ];
  return (
    <section aria-labelledby="progress">
      <Title order={2} id="progress" mb="xs">
        Progress over the term
      </Title>
      {parts.map(({ label, done, all }) => (
        <div key={label} className={classes.row}>
          <Text>
            {label}: {done} of {all}
          </Text>
          <Progress.Root flex="1 1 10rem">
            <Progress.Section aria-label={label} value={all === 0 ? 0 : (100 * done) / all} />
          </Progress.Root>
        </div>
      ))}
    </section>
  );
}

/** Marks and comments of the last hand-ins. */
export function OwnFeedback() {
  const { data: given = [], isPending } = useOwnMarks();
  return (
    <section aria-labelledby="feedback">
      <Title order={2} id="feedback" mb="xs">
        Feedback
      </Title>
      {!isPending && given.length === 0 && (
        <Text c="dimmed">Marks and comments from your teachers appear here.</Text>
      )}
      <ul className={classes.list}>
        {given.map(({ assignmentId, title, marks, maxMarks, comment }) => (
          <li key={assignmentId} className={classes.row}>
            <div className={classes.what}>
              <Anchor component={Link} to={`/assignments/${assignmentId}`}>
                {title}
              </Anchor>
              {comment === '' ? (
                <Text size="sm">No comment</Text>
              ) : (
                <Markdown text={comment} topHeadingLevel={3} />
              )}
            </div>
            <Text ff="monospace">{`${marks} of ${maxMarks}`}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RecentRuns() {
  const { data = [], isPending } = useRecentRuns();
  return (
    <section aria-labelledby="runs">
      <Title order={2} id="runs" mb="xs">
        Recent runs
      </Title>
      {data.length === 0 && !isPending && (
        <Text c="dimmed">Programs you run in the Workspace appear here.</Text>
      )}
      <ul className={classes.list}>
        {data.map(({ token, createdAt, languageId, status }) => (
          <li key={token} className={classes.row}>
            <div className={classes.what}>
              <Text>{status.description}</Text>
              <Text size="sm" c="dimmed">
                <Moment at={createdAt} />
              </Text>
            </div>
            <Text>{languageNameOf(languageId)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
