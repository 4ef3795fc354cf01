import { Paper, Title } from '@mantine/core';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { describeTimeLimit } from '@vlabs/contract/quizzes/time-limit';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/dates/Moment.tsx';
import { countAsked, totalScoreOf } from '@vlabs/contract/quizzes/quiz-totals';
import classes from './QuizCard.module.css';

interface QuizCardProps {
  quiz: Pick<QuizRecord, 'formDetails' | 'createdAt'>;
  /** The status and its icon. */
  status: ReactNode;
  /** The actions below the facts. */
  children: ReactNode;
}

const NOT_SET = 'Not set';
/** Shown for tests without a topic. */
const DEFAULT_TOPIC = 'Science';

/** A card in the lists of admins and students. */
export function QuizCard({ quiz, status, children }: QuizCardProps) {
  const { formDetails: details, createdAt } = quiz;
  const facts: [string, string][] = [
    ['Questions', say(countAsked(details))],
    ['Subject', details.SubjectId || NOT_SET],
    ['Class', details.ClassName || NOT_SET],
    [
      'Score per question',
      details.totalScore === undefined ? say(details.ScorePerQuestion) : 'Varies',
    ],
    ['Duration', durationOf(details.TimeLimit)],
    ['Total score', say(totalScoreOf(details))],
  ];
  return (
    <Paper withBorder component="article" className={classes.card}>
      <div className={classes.top}>
        <Title order={2} size="h3" className={classes.topic}>
          {details.topic || DEFAULT_TOPIC}
        </Title>
        {status}
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes.moments}>
        <Time label="Created" at={createdAt} />
        <Time label="Start" at={details.startTime} />
        <Time label="End" at={details.endTime} />
      </dl>
      <div className={classes.actions}>{children}</div>
    </Paper>
  );
}

function Time({ label, at }: { label: string; at: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{at === null ? NOT_SET : <Moment at={at} />}</dd>
    </div>
  );
}

const say = (value: number | null): string => (value === null ? NOT_SET : String(value));

function durationOf(hours: number | null): string {
  if (hours === null) return NOT_SET;
  const seconds = Math.round(hours * 3600);
  return seconds < 3600 && seconds % 60 === 0 ? `${seconds / 60} min` : describeTimeLimit(seconds);
}
