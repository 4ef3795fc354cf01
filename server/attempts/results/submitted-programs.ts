import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import type { Database } from '../../platform/postgres/database.ts';
import { type Question, type Quiz, makePaper, programOf } from '../../quizzes/quizzes.reads.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { lastEndMs } from '../rules/extensions.ts';
import { timesOf } from '../rules/quiz-times.ts';
import { answerOf, earningOf } from '../rules/earnings.ts';
import { findStateOfAttempts, listToCompare, readScoredAttempts } from './results.queries.ts';

/** What a student submitted for one question. */
export interface SubmittedProgram {
  personId: string;
  name: string;
  submittedAt: Date;
  /** Identifies the submission, because a reopened attempt is submitted again. */
  receiptSha256: string;
  isAnswered: boolean;
  /** Null without an answer, and for the unchanged starter. */
  program: ProgramOfAnswer | null;
}

interface Asked {
  quiz: Quiz;
  /** All of the quiz. */
  questions: readonly Question[];
  /** In the teacher's numbering. */
  number: number;
}

/** The submitted programs of a question, latest first, unless the timelines are erased; or those of some people. */
export async function listSubmittedPrograms(
  db: Database,
  { quiz, questions, number }: Asked,
  people: readonly string[] | null = null,
): Promise<SubmittedProgram[]> {
  const attempts = await listToCompare(db, quiz.uniqueId, people);
  return attempts.flatMap(({ answers, paper, ...attempt }) => {
    const asked = makePaper(quiz, questions, paper ?? attempt.personId).find(
      ({ originalNumber }) => originalNumber === number,
    );
    if (!asked) return [];
    const answer = answerOf(answers, asked.number);
    return [{ ...attempt, isAnswered: answer !== null, program: programOf(asked, answer) }];
  });
}

/** A submitted program with what it earns; 0 points without an answer. */
export interface MarkedProgram {
  personId: string;
  submittedAt: Date | null;
  program: ProgramOfAnswer | null;
  /** Null while it waits to be judged. */
  mark: number | null;
  points: number;
}

/** The submitted programs of a question with their marks, of some people. */
export async function listMarkedPrograms(
  db: Database,
  { quiz, questions, number }: Asked,
  people: readonly string[],
): Promise<MarkedProgram[]> {
  const marked: MarkedProgram[] = [];
  for await (const attempt of readScoredAttempts(db, quiz.uniqueId, people)) {
    const { answers, paper, personId, submittedAt } = attempt;
    const asked = makePaper(quiz, questions, paper ?? personId).find(
      ({ originalNumber }) => originalNumber === number,
    );
    if (!asked || submittedAt === null) continue;
    const { points, mark, waits } = earningOf(asked, attempt, quiz.scorePerQuestion);
    const program = programOf(asked, answerOf(answers, asked.number));
    marked.push({ personId, submittedAt, program, mark: waits ? null : mark, points });
  }
  return marked;
}

/** Reports whether someone may still work: End with every extension is not over, or an attempt is in progress. */
export async function isInProgress(db: Database, quiz: Quiz, nowMs: number): Promise<boolean> {
  if (nowMs < lastEndMs(timesOf(quiz), await listExtensions(db, [quiz.uniqueId]))) return true;
  return (await findStateOfAttempts(db, quiz.uniqueId)).latestOpen !== null;
}
