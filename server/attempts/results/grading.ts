import { type PaperQuestion, markOf } from '../../quizzes/quizzes.reads.ts';
import { type Answers, type Receipt, receiptOf } from '../sitting/answers.ts';

type Marked = Parameters<typeof markOf>[0] & Pick<PaperQuestion, 'number'>;

/**
 * Grades with ScorePerQuestion for each correct answer of four options, without deductions, and with the mark of
 * other kinds, which may be negative. A total is at least 0.
 */
export function scoreOf(
  paper: readonly Marked[],
  answers: Answers,
  scorePerQuestion: number,
): number {
  const marks = paper.map((question) =>
    markOf(question, answerOf(answers, question.number), scorePerQuestion),
  );
  return Math.max(0, withoutNoise(marks.reduce((sum, mark) => sum + mark, 0)));
}

/** Null without an answer. */
export const answerOf = (answers: Answers, number: number): string | null =>
  answers[String(number)] ?? null;

export interface Graded {
  answers: Answers;
  score: number;
  sha256: Receipt['sha256'];
}

export function grade(
  paper: readonly Marked[],
  answers: Answers,
  scorePerQuestion: number,
): Graded {
  const { sha256 } = receiptOf(answers);
  return { answers, score: scoreOf(paper, answers, scorePerQuestion), sha256 };
}

/** Makes 3 × 0.1 equal 0.3. */
export function withoutNoise(score: number): number {
  return Number(score.toFixed(9));
}
