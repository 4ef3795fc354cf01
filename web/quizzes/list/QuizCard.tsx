import { Paper, Title } from '@mantine/core';
import { DEFAULT_TOPIC, type QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { describeTimeLimit } from '@vlabs/contract/quizzes/time-limit';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/dates/Moment.tsx';
import classes from './QuizCard.module.css';

interface QuizCardProps {
  quiz: Pick<QuizRecord, 'formDetails' | 'createdAt'>;
  /** The status and its icon. */
  status: ReactNode;
  /** The actions below the facts. */
  children: ReactNode;
}

const NOT_SET = 'Not set';

/** A card in the lists of admins and students. */
export function QuizCard({ quiz, status, children }: QuizCardProps) {
  const { formDetails: details, createdAt } = quiz;
  const facts: [string, string][] = [
    ['Questions', say(details.TotalQuestions)],
    ['Subject', details.SubjectId || NOT_SET],
    ['Class', details.ClassName || NOT_SET],
    ['Score per question', say(details.ScorePerQuestion)],
    ['Duration', durationOf(details.TimeLimit)],
    ['Total score', totalOf(details)],
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

function totalOf({ TotalQuestions, ScorePerQuestion }: QuizRecord['formDetails']): string {
  if (TotalQuestions === null || ScorePerQuestion === null) return NOT_SET;
  // Sums of scores such as 0.1 are inexact.
  return String(Math.round(TotalQuestions * ScorePerQuestion * 100) / 100);
}
