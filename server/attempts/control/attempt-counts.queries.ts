import { z } from 'zod';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { StoredAnswers } from '../attempts.queries.ts';

/** Of every quiz that anyone has started. */
export function listAttemptCounts(db: Database) {
  return all(
    db,
    z.object({ quizId: z.uuid(), started: z.int(), submitted: z.int() }),
    sql`
      select quiz_id, count(*)::integer as started, count(submitted_at)::integer as submitted
      from attempts
      group by quiz_id
    `,
  );
}

/** Of one quiz, as they were submitted. */
export function listSubmittedAnswers(db: Database, quizId: string) {
  return all(
    db,
    z.object({ personId: z.string(), answers: StoredAnswers }),
    sql`
      select person_id, answers
      from attempts
      where quiz_id = ${quizId} and submitted_at is not null
    `,
  );
}
