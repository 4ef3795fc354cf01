import type { Item, SatQuiz, StudentPerformance, SubmittedRow } from '@vlabs/contract/insight';
import type { OptionNumber } from '@vlabs/contract/questions';
import type { Question, Quiz } from '../quizzes/quizzes.reads.ts';
import type { Analysis } from './analyse-attempts.ts';
import { meanOf } from './item-statistics.ts';
import { readItem } from './read-item.ts';
import type { SubmittedAttempt } from './submitted-attempts.queries.ts';

const options: Record<number, OptionNumber> = { 1: '1', 2: '2', 3: '3', 4: '4' };

export function showQuiz(quiz: Quiz): SatQuiz {
  const { uniqueId, topic, subjectId, className, totalQuestions } = quiz;
  return {
    uniqueId,
    topic,
    subjectId,
    className,
    totalQuestions,
    totalScore: Number((quiz.scorePerQuestion * totalQuestions).toFixed(9)),
    startsAt: quiz.startsAt.toISOString(),
    endsAt: quiz.endsAt.toISOString(),
  };
}

export function showAttempt(attempt: SubmittedAttempt, totalScore: number): SubmittedRow {
  const { personId, name, course, year, mentor, score, startedAt, submittedAt } = attempt;
  return {
    userId: personId,
    name,
    course,
    year,
    mentor,
    score,
    percent: (100 * score) / totalScore,
    seconds: Math.max(0, (submittedAt.getTime() - startedAt.getTime()) / 1000),
    submittedAt: submittedAt.toISOString(),
    submittedBy: attempt.submittedBy,
  };
}

export function showItem(
  question: Question,
  item: Analysis['items'][number],
  attempts: number,
): Item {
  const correctAnswer = options[question.correctAnswer];
  if (correctAnswer === undefined) throw new Error('A question has no option that is right.');
  return {
    ...item,
    title: question.title,
    options: question.options,
    correctAnswer,
    hasVariants: question.variants.length > 0,
    reading: readItem({ ...item, correctAnswer, attempts }),
  };
}

/** Means by topic, the weakest first. */
export function strengthsOf(results: StudentPerformance['results']): StudentPerformance['topics'] {
  return [...Map.groupBy(results, ({ subjectId, topic }) => topic || subjectId)]
    .map(([topic, sat]) => ({
      topic,
      quizzes: sat.length,
      mean: meanOf(sat.map(({ percent }) => percent)) ?? 0,
    }))
    .toSorted((one, other) => one.mean - other.mean);
}
