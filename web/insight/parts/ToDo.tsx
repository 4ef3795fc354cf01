import { Anchor, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import type { QuizPerformance } from '@vlabs/contract/insight/insight';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { showPercent } from './figures.ts';
import { keyPath } from './key-path.ts';
import { ReadingBadge } from './ReadingBadge.tsx';
import { areJudged, HELP_BELOW, listQuestionsToLookAt, listStudentsToHelp } from './to-do.ts';
import classes from './ToDo.module.css';

const MAX_SHOWN = 6;

/** What a teacher should do about a test: which questions to check, and who needs help. */
export function ToDo({ performance }: { performance: QuizPerformance }) {
  const { quiz, figures, invited } = performance;
  const writes = useWrites(quiz.classId);
  const questions = listQuestionsToLookAt(performance.questions);
  const students = listStudentsToHelp(performance.students);
  const missing = Math.max(0, invited - figures.attempts);
  const noQuestion = areJudged(performance)
    ? 'No problems found: no question is too hard, and no key looks wrong.'
    : 'Too few submissions to judge the questions.';
  return (
    <section aria-labelledby="to-do">
      <Title order={2} id="to-do" mb="sm">
        What to do
      </Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Part
          title={`Questions to review: ${questions.length}`}
          none={noQuestion}
          rest={questions.length - MAX_SHOWN}
        >
          {questions.slice(0, MAX_SHOWN).map(({ number, title, reading }) => (
            <li key={number}>
              {writes ? (
                <Anchor
                  component={Link}
                  to={keyPath(quiz.uniqueId, number)}
                  className={classes.name ?? ''}
                >
                  {number}. {wordsOfMarkdown(title)}
                </Anchor>
              ) : (
                <span className={classes.name}>
                  {number}. {wordsOfMarkdown(title)}
                </span>
              )}
              <ReadingBadge reading={reading} />
              <Text size="sm" c="dimmed" className={classes.why ?? ''}>
                {reading.sentence}
              </Text>
            </li>
          ))}
        </Part>
        <Part
          title={`Students who need help: ${students.length} below ${HELP_BELOW} %`}
          none={`Nobody scored below ${HELP_BELOW} %.`}
          rest={students.length - MAX_SHOWN}
          below={
            missing > 0 && (
              <Text size="sm" mt="sm">
                {missing === 1 ? '1 student has' : `${missing} students have`} not submitted.{' '}
                <Anchor
                  component={Link}
                  to={`/admin/dashboard/quizview/${quiz.uniqueId}`}
                  fz="inherit"
                  underline="always"
                >
                  Show names
                </Anchor>
              </Text>
            )
          }
        >
          {students.slice(0, MAX_SHOWN).map(({ userId, name, score, percent }) => (
            <li key={userId}>
              <Anchor
                component={Link}
                to={`/admin/dashboard/performance?by=student&student=${encodeURIComponent(userId)}`}
                className={classes.name ?? ''}
              >
                {name}
              </Anchor>
              <Text size="sm" ff="monospace">
                {score} ({showPercent(percent)})
              </Text>
            </li>
          ))}
        </Part>
      </SimpleGrid>
    </section>
  );
}

interface PartProps {
  title: string;
  /** Shown if there is nothing to do. */
  none: string;
  /** The number of entries that are not shown. */
  rest: number;
  below?: ReactNode;
  children: ReactNode[];
}

function Part({ title, none, rest, below, children }: PartProps) {
  return (
    <Paper withBorder p="md">
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children.length === 0 ? <Text>{none}</Text> : <ul className={classes.list}>{children}</ul>}
      {rest > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {rest} more in the table below.
        </Text>
      )}
      {below}
    </Paper>
  );
}
