import { type PaperQuestion, markOf } from '../../quizzes/quizzes.reads.ts';
import { type Answers, type Receipt, receiptOf } from '../sitting/answers.ts';

type Marked = Parameters<typeof markOf>[0] & Pick<PaperQuestion, 'number'>;

/**
 * ScorePerQuestion for each right answer of four options, where nothing is taken away for a wrong one; the mark of
 * each question of another kind, which may be below 0. A total is never below 0.
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

/** Null: none was given. */
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

/** 3 × 0.1 is 0.3. */
export function withoutNoise(score: number): number {
  return Number(score.toFixed(9));
}
