import { type PaperQuestion, isRight } from '../../quizzes/quizzes.reads.ts';
import { type Answers, type Receipt, receiptOf } from '../sitting/answers.ts';

type Marked = Pick<PaperQuestion, 'number' | 'marking' | 'rightAnswers'>;

/** ScorePerQuestion for each right answer; nothing is taken away for a wrong one. */
export function scoreOf(
  paper: readonly Marked[],
  answers: Answers,
  scorePerQuestion: number,
): number {
  const right = paper.filter((question) => isRight(question, chosenOf(answers, question.number)));
  return withoutNoise(right.length * scorePerQuestion);
}

/** The option that was chosen; null: none. */
export function chosenOf(answers: Answers, number: number): number | null {
  const option = answers[String(number)];
  return option === undefined ? null : Number(option);
}

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
