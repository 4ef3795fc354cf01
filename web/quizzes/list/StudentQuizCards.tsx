import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import type { ReactNode } from 'react';
import { QuizCard } from './QuizCard.tsx';
import classes from './QuizList.module.css';
import { findMsLeft, studentStatusOf, type StudentStatus } from './student-status.ts';
import { Badge } from '@mantine/core';
import IconCircleCheck from '~icons/circle-check';
import IconClock from '~icons/clock';
import IconClockOff from '~icons/clock-off';
import IconPlayerPlay from '~icons/player-play';

const labels = {
  pending: { word: 'Pending', icon: IconClock, color: 'lagoon', variant: 'outline' },
  submitted: { word: 'Submitted', icon: IconCircleCheck, color: 'lagoon', variant: 'filled' },
  running: { word: 'Running', icon: IconPlayerPlay, color: 'lagoon', variant: 'filled' },
  expired: { word: 'Expired', icon: IconClockOff, color: 'gray', variant: 'default' },
} as const;

function StudentStatusLabel({ status }: { status: StudentStatus | 'running' }) {
  const { word, icon: Icon, color, variant } = labels[status];
  return (
    <Badge color={color} variant={variant} leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  );
}

interface StudentQuizCardsProps {
  quizzes: QuizRecord[];
  now: number;
  /** The action of a test; none if the cards are read-only. */
  renderAction?: (quiz: QuizRecord) => ReactNode;
}

/** Tests as students see them. */
export function StudentQuizCards({ quizzes, now, renderAction }: StudentQuizCardsProps) {
  return (
    <ul className={classes.cards}>
      {quizzes.map((quiz) => (
        <li key={quiz.unique_id}>
          <QuizCard quiz={quiz} status={<StudentStatusLabel status={labelOf(quiz, now)} />}>
            {renderAction?.(quiz)}
          </QuizCard>
        </li>
      ))}
    </ul>
  );
}

const labelOf = (quiz: QuizRecord, now: number) =>
  findMsLeft(quiz, now) === null ? studentStatusOf(quiz) : 'running';
