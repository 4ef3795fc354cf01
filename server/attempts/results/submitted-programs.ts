import type { ProgramOfAnswer } from '@vlabs/contract/kinds/kind';
import type { Database } from '../../platform/postgres/database.ts';
import { type Question, type Quiz, makePaper, programOf } from '../../quizzes/quizzes.reads.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { lastEndMs } from '../rules/extensions.ts';
import { timesOf } from '../rules/quiz-times.ts';
import { answerOf } from '../rules/earnings.ts';
import { findStateOfAttempts, listToCompare } from './results.queries.ts';

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

/** Reports whether someone may still work: End with every extension is not over, or an attempt is in progress. */
export async function isInProgress(db: Database, quiz: Quiz, nowMs: number): Promise<boolean> {
  if (nowMs < lastEndMs(timesOf(quiz), await listExtensions(db, [quiz.uniqueId]))) return true;
  return (await findStateOfAttempts(db, quiz.uniqueId)).latestOpen !== null;
}
