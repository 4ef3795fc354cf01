import { z } from 'zod';
import { addJob } from '../platform/jobs/jobs.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { Archive, archiveColumns } from './archives.queries.ts';

export const CHECK_JOB = 'check-archives';
/** How many archives a statement finds. */
const AT_ONCE = 100;

/** The queue has one such job, however many servers add it. */
export function addCheckJob(db: Database, delayMs: number): Promise<void> {
  return addJob(db, { name: CHECK_JOB, payload: {}, key: CHECK_JOB, delayMs, priority: 100 });
}

/**
 * Tests of which something changed after their last archive, and nothing since a moment. Reads every attempt of
 * archived tests.
 */
export async function listChanged(db: Database, quietSince: Date): Promise<string[]> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select last.quiz_id
      from (
        select distinct on (quiz_id) quiz_id, state, as_of from archives
        order by quiz_id, number desc
      ) last
      cross join lateral (
        select greatest(
          (select max(changed_at) from attempts where attempts.quiz_id = last.quiz_id),
          (select max(corrected_at) from key_corrections correction
            where correction.quiz_id = last.quiz_id),
          (select max(granted_at) from extensions where extensions.quiz_id = last.quiz_id)
        ) as changed_at
      ) change
      where state = 'sealed' and changed_at > as_of and changed_at < ${quietSince}
      limit ${AT_ONCE}
    `,
  );
  return rows.map(({ quizId }) => quizId);
}

/**
 * Sealed archives that were not verified for some days, or since the database or the store was restored; the longest
 * first.
 */
export function listToVerify(db: Database, days: number) {
  return all(
    db,
    Archive,
    sql`
      select ${archiveColumns} from archives
      where state = 'sealed' and verified_at < greatest(
        now() - make_interval(days => ${days}), (select max(known_since) from file_stores)
      )
      order by verified_at
      limit ${AT_ONCE}
    `,
  );
}

/** Records a verification; returns false if the archive was removed meanwhile. */
export async function updateVerified(
  db: Database,
  { quizId, number }: { quizId: string; number: number },
  { isBroken }: { isBroken: boolean },
): Promise<boolean> {
  const updated = await run(
    db,
    sql`
      update archives set is_broken = ${isBroken}, verified_at = now()
      where quiz_id = ${quizId} and number = ${number} and state = 'sealed'
    `,
  );
  return updated > 0;
}

/** How many archives are damaged, and how many have waited for more than a day to be made. */
export async function countProblems(db: Database) {
  const counted = await first(
    db,
    z.object({ broken: z.int(), late: z.int() }),
    sql`
      select (count(*) filter (where is_broken))::int as broken,
        (count(*) filter (
          where state in ('waiting', 'running') and asked_at < now() - interval '1 day'
        ))::int as late
      from archives
      where is_broken or state in ('waiting', 'running')
    `,
  );
  return counted ?? { broken: 0, late: 0 };
}

/** The latest first. */
export function listDamaged(db: Database, max: number) {
  return all(
    db,
    z.object({ uniqueId: z.uuid(), topic: z.string(), number: z.int(), verifiedAt: z.date() }),
    sql`
      select unique_id, coalesce(nullif(topic, ''), subject_id) as topic, number, verified_at
      from archives
      join quizzes on unique_id = quiz_id
      where is_broken
      order by verified_at desc, unique_id, number
      limit ${max}
    `,
  );
}
