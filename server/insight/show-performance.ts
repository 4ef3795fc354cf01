import type {
  Counts,
  Item,
  SatQuiz,
  StudentPerformance,
  SubmittedRow,
} from '@vlabs/contract/insight/insight';
import { ofClass } from '../platform/access/audience-columns.ts';
import {
  type KeyCorrection,
  type Question,
  type Quiz,
  fullScoreOf,
} from '../quizzes/quizzes.reads.ts';
import type { Analysis } from './analyse-attempts.ts';
import { meanOf } from './item-statistics.ts';
import { readItem } from './read-item.ts';
import type { SubmittedAttempt } from './submitted-attempts.queries.ts';

export function showQuiz(quiz: Quiz): SatQuiz {
  const { uniqueId, topic, subjectId, className, totalQuestions } = quiz;
  return {
    uniqueId,
    topic,
    subjectId,
    className,
    ...ofClass(quiz.audience),
    totalQuestions,
    totalScore: fullScoreOf(quiz),
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

/** A question's statistics before its key was corrected, and the last correction. */
export interface Corrected {
  correction: KeyCorrection;
  before: Analysis['items'][number] | undefined;
}

/** Four options have a count of each, and the facility is the part that is fully right. */
export function showFigures({ isFour, fullyRight, ...item }: Analysis['items'][number]) {
  if (!isFour) return { ...item, fullyRight };
  const { answers, none } = item;
  const of = (option: string) => answers.find(({ name }) => name === option)?.count ?? 0;
  const counts: Counts = { 1: of('1'), 2: of('2'), 3: of('3'), 4: of('4'), none };
  return { ...item, counts };
}

export function showItem(
  question: Question,
  item: Analysis['items'][number],
  { attempts, corrected }: { attempts: number; corrected: Corrected | undefined },
): Item {
  const { title, isFour, body, key, marking, variants } = question;
  return {
    ...showFigures(item),
    title,
    kind: isFour ? null : question.kind,
    body,
    key,
    marking,
    correction: corrected ? showCorrection(corrected) : null,
    hasVariants: variants.length > 0,
    reading: readItem({ ...item, marking, attempts, hasParts: !isFour }),
  };
}

function showCorrection({ correction, before }: Corrected): Item['correction'] {
  const { reason, correctedBy, correctedAt, changed } = correction;
  return {
    facilityBefore: before?.facility ?? null,
    discriminationIndexBefore: before?.discriminationIndex ?? null,
    reason,
    correctedBy,
    correctedAt: correctedAt.toISOString(),
    changed,
  };
}

/** Means by topic, weakest first. */
export function strengthsOf(results: StudentPerformance['results']): StudentPerformance['topics'] {
  return [...Map.groupBy(results, ({ subjectId, topic }) => topic || subjectId)]
    .map(([topic, sat]) => ({
      topic,
      quizzes: sat.length,
      mean: meanOf(sat.map(({ percent }) => percent)) ?? 0,
    }))
    .toSorted((one, other) => one.mean - other.mean);
}
