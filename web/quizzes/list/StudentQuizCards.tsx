import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import type { ReactNode } from 'react';
import { QuizCard } from './QuizCard.tsx';
import classes from './QuizList.module.css';
import { StudentStatusLabel } from './StudentStatusLabel.tsx';
import { findMsLeft, studentStatusOf } from './student-status.ts';

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
