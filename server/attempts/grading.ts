import type { PaperQuestion } from '../quizzes/quizzes.reads.ts';
import { type Marks, type Receipt, receiptOf } from './marks.ts';

/** ScorePerQuestion for each right answer; nothing is taken away for a wrong one. */
export function scoreOf(
  paper: readonly Pick<PaperQuestion, 'number' | 'correctAnswer'>[],
  marks: Marks,
  scorePerQuestion: number,
): number {
  const right = paper.filter(
    ({ number, correctAnswer }) => marks[String(number)] === String(correctAnswer),
  );
  return withoutNoise(right.length * scorePerQuestion);
}

export interface Graded {
  marks: Marks;
  score: number;
  sha256: Receipt['sha256'];
}

export function grade(
  paper: readonly PaperQuestion[],
  marks: Marks,
  scorePerQuestion: number,
): Graded {
  const { sha256 } = receiptOf(marks);
  return { marks, score: scoreOf(paper, marks, scorePerQuestion), sha256 };
}

/** 3 × 0.1 is 0.3. */
export function withoutNoise(score: number): number {
  return Number(score.toFixed(9));
}
