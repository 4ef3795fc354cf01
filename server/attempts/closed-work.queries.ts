import { z } from 'zod';
import { type Database, first, sql } from '../platform/postgres/database.ts';

interface Moment {
  personId: string;
  now: Date;
  graceMs: number;
}

/** A test that a student takes at this moment. */
export function findRunningTest(db: Database, { personId, now, graceMs }: Moment) {
  return first(
    db,
    z.object({ topic: z.string() }),
    sql`
      select topic
      from attempts
      join quizzes on quizzes.unique_id = attempts.quiz_id
      where person_id = ${personId} and submitted_at is null
        and deadline_at + ${graceMs} * interval '1 millisecond' > ${now}
      order by deadline_at
      limit 1
    `,
  );
}

/** A test that a student takes at this moment and that closes their other work, or what they made before its Start. */
export function findClosingTest(
  db: Database,
  { personId, now, graceMs, madeAt = null }: Moment & { madeAt?: Date | null | undefined },
) {
  return first(
    db,
    z.object({ topic: z.string() }),
    sql`
      select topic
      from attempts
      join quizzes on quizzes.unique_id = attempts.quiz_id
      where person_id = ${personId} and submitted_at is null and closes_work
        and (${madeAt}::timestamptz is null or started_at > ${madeAt})
        and deadline_at + ${graceMs} * interval '1 millisecond' > ${now}
      order by deadline_at
      limit 1
    `,
  );
}
