import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { NOTHING, plus, roundedMark } from '@vlabs/contract/kinds/scoring/ratios';
import { type PaperQuestion, fullScoreOf, hashOf, programOf } from '../../quizzes/quizzes.reads.ts';
import { type Marked, type Scorable, answerOf, earningOf, partOf } from './earnings.ts';
import { type Answers, type Programs, type Receipt, receiptOf } from './answers.ts';

/**
 * The sum of what the questions earn, at least 0. Parts of points are added exactly and their sum is rounded to
 * hundredths, half away from 0. Null while a program waits to be judged.
 */
export function scoreOf(
  paper: readonly Marked[],
  attempt: Scorable,
  quiz: Parameters<typeof fullScoreOf>[0],
): number | null {
  let [whole, parts] = [0, NOTHING];
  for (const question of paper) {
    const earning = earningOf(question, attempt, quiz.scorePerQuestion);
    if (earning.waits) return null;
    const part = partOf(earning);
    if (part) parts = plus(parts, part);
    else whole += earning.points;
  }
  const sum = Math.max(0, withoutNoise(whole + roundedMark(1, parts)));
  // A kept share of a question that no longer counts adds to the others.
  const keepsAny = Object.keys(attempt.keptShares ?? {}).length > 0;
  return keepsAny ? Math.min(sum, fullScoreOf(quiz)) : sum;
}

type Asked = Pick<PaperQuestion, 'number' | 'kind' | 'body'>;

/** The answers by how a receipt has them; programs that count as no answer, such as starters, are in neither. */
export function separatePrograms(
  paper: readonly Asked[],
  answers: Answers,
): { answers: Answers; programs: Programs } {
  const plain: Record<string, string> = { ...answers };
  const programs: Record<string, Programs[string]> = {};
  for (const question of paper) {
    const name = String(question.number);
    const answer = plain[name];
    if (!kindOf(question.kind).judged || answer === undefined) continue;
    delete plain[name];
    const program = programOf(question, answer);
    if (program) programs[name] = { language: program.language, sha256: hashOf(program.text) };
  }
  return { answers: plain, programs };
}

/** Reports whether a question is answered; programs that count as no answer, such as starters, answer nothing. */
export const isAnswered = (
  question: Pick<PaperQuestion, 'kind' | 'body'>,
  answer: string | null,
): boolean =>
  answer !== null && (!kindOf(question.kind).judged || programOf(question, answer) !== null);

/** The number of answered questions. */
export function countAnswered(paper: readonly Asked[], answers: Answers): number {
  const { answers: plain, programs } = separatePrograms(paper, answers);
  return Object.keys(plain).length + Object.keys(programs).length;
}

export interface Graded {
  /** The programs that count. */
  texts: (ProgramOfAnswer & { number: number })[];
  answers: Answers;
  /** The number of answered questions. */
  answered: number;
  /** Null while a program waits to be judged. */
  score: number | null;
  sha256: Receipt['sha256'];
}

/** Grades an attempt whose programs are not judged yet. */
export function grade(
  paper: readonly Marked[],
  { answers, keptShares = {} }: Pick<Scorable, 'answers' | 'keptShares'>,
  quiz: Parameters<typeof fullScoreOf>[0],
): Graded {
  const { answers: plain, programs } = separatePrograms(paper, answers);
  const receipt = receiptOf(plain, programs);
  const score = scoreOf(paper, { answers, keptShares }, quiz);
  const texts = paper.flatMap((question) => {
    const { number } = question;
    const program = programOf(question, answerOf(answers, number));
    return program ? [{ number, ...program }] : [];
  });
  return { answers, answered: receipt.answers, score, sha256: receipt.sha256, texts };
}

/** Makes 3 × 0.1 equal 0.3. */
export function withoutNoise(score: number): number {
  return Number(score.toFixed(9));
}
