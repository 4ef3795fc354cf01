import type { ProgramOfAnswer } from '@vlabs/kinds/kind';
import { kindOf } from '@vlabs/kinds/kinds';
import {
  type Judgements,
  type PaperQuestion,
  hashOf,
  markOf,
  programOf,
  scoredAnswer,
} from '../../quizzes/quizzes.reads.ts';
import { type Answers, type Programs, type Receipt, receiptOf } from '../sitting/answers.ts';

type Marked = Parameters<typeof markOf>[0] & Pick<PaperQuestion, 'number'>;

/**
 * Grades with ScorePerQuestion for each correct answer of four options, without deductions, and with the mark of
 * other kinds, which may be negative. A total is at least 0. Null while a program waits to be judged.
 */
export function scoreOf(
  paper: readonly Marked[],
  answers: Answers,
  scorePerQuestion: number,
  judgements: Judgements = {},
): number | null {
  let sum = 0;
  for (const question of paper) {
    const answer = answerOf(answers, question.number);
    const { scored, waits } = scoredAnswer(question, answer, judgements);
    if (waits) return null;
    sum += markOf(question, scored, scorePerQuestion);
  }
  return Math.max(0, withoutNoise(sum));
}

/** Null without an answer. */
export const answerOf = (answers: Answers, number: number): string | null =>
  answers[String(number)] ?? null;

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
  answers: Answers,
  scorePerQuestion: number,
): Graded {
  const { answers: plain, programs } = separatePrograms(paper, answers);
  const receipt = receiptOf(plain, programs);
  const score = scoreOf(paper, answers, scorePerQuestion);
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
