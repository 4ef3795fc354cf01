import { type PaperQuestion, isRight } from '../../quizzes/quizzes.reads.ts';
import { type Marks, type Receipt, receiptOf } from '../sitting/marks.ts';

type Marked = Pick<PaperQuestion, 'number' | 'marking' | 'rightAnswers'>;

/** ScorePerQuestion for each right answer; nothing is taken away for a wrong one. */
export function scoreOf(paper: readonly Marked[], marks: Marks, scorePerQuestion: number): number {
  const right = paper.filter((question) => isRight(question, chosenOf(marks, question.number)));
  return withoutNoise(right.length * scorePerQuestion);
}

/** The option that was chosen; null: none. */
export function chosenOf(marks: Marks, number: number): number | null {
  const option = marks[String(number)];
  return option === undefined ? null : Number(option);
}

export interface Graded {
  marks: Marks;
  score: number;
  sha256: Receipt['sha256'];
}

export function grade(paper: readonly Marked[], marks: Marks, scorePerQuestion: number): Graded {
  const { sha256 } = receiptOf(marks);
  return { marks, score: scoreOf(paper, marks, scorePerQuestion), sha256 };
}

/** 3 × 0.1 is 0.3. */
export function withoutNoise(score: number): number {
  return Number(score.toFixed(9));
}
