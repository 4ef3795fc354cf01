import { z } from 'zod';
import { type Database, all, sql } from '../platform/database.ts';

/** Of every quiz that anyone has started. */
export function listAttemptCounts(db: Database) {
  return all(
    db,
    z.object({ quizId: z.uuid(), started: z.int(), submitted: z.int() }),
    sql`
      select quiz_id as "quizId", count(*)::integer as started,
        count(submitted_at)::integer as submitted
      from attempts
      group by quiz_id
    `,
  );
}
