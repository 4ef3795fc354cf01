import { z } from 'zod';
import { addJob } from '../platform/jobs/jobs.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

export const ERASURE_JOB = 'erase-by-rule';

/** The queue has one such job, however many servers add it. */
export const addErasureJob = (db: Database, delayMs: number): Promise<void> =>
  addJob(db, { name: ERASURE_JOB, payload: {}, key: ERASURE_JOB, delayMs, priority: 100 });

/** False if another server is erasing; otherwise locked until the transaction ends. */
export async function lockErasure(db: Database): Promise<boolean> {
  const locked = await first(
    db,
    z.object({ isOurs: z.boolean() }),
    sql`select pg_try_advisory_xact_lock(hashtextextended('erasure', 0)) as is_ours`,
  );
  return locked?.isOurs ?? false;
}

/** Waits for the current batch, and blocks batches until the transaction ends. */
export const lockOutErasure = (db: Database) =>
  run(db, sql`select pg_advisory_xact_lock(hashtextextended('erasure', 0))`);

const Pass = z.object({
  id: z.string(),
  beganAt: z.date(),
  finishedAt: z.date().nullable(),
  step: z.string(),
  afterPerson: z.string(),
  counts: z.record(z.string(), z.int()),
});
export type Pass = z.infer<typeof Pass>;
const columns = sql`id, began_at, finished_at, step, after_person, counts`;

/** The current or last pass. */
export const findLastPass = (db: Database) =>
  first(db, Pass, sql`select ${columns} from erasure_passes order by id desc limit 1`);

/** The current pass; starts one if there is none. */
export async function getPass(db: Database, firstStep: string): Promise<Pass> {
  await run(
    db,
    sql`insert into erasure_passes (step) values (${firstStep}) on conflict do nothing`,
  );
  const pass = await first(
    db,
    Pass,
    sql`select ${columns} from erasure_passes where finished_at is null`,
  );
  if (!pass) throw new Error('There is no pass of the erasure.');
  return pass;
}

export const updatePass = (
  db: Database,
  { id, step, afterPerson, counts }: Pick<Pass, 'id' | 'step' | 'afterPerson' | 'counts'>,
) =>
  run(
    db,
    sql`
      update erasure_passes
      set step = ${step}, after_person = ${afterPerson}, counts = ${JSON.stringify(counts)}::jsonb
      where id = ${id}
    `,
  );

/** Keeps the last hundred. */
export async function finishPass(db: Database, id: string): Promise<void> {
  await run(db, sql`update erasure_passes set finished_at = now() where id = ${id}`);
  await run(db, sql`delete from erasure_passes where id <= ${id}::bigint - 100`);
}

/** Of the next people by roll number: the last one, and those who left as long ago as a rule says. */
export async function listLeft(
  db: Database,
  { rule, after, max }: { rule: 'programs' | 'people'; after: string; max: number },
) {
  const people = await all(
    db,
    z.object({ id: z.string(), hasLeft: z.boolean() }),
    sql`
      select id, coalesce(left_since(id) < goes_before(${rule}), false)
        and not exists (select from erasure_holds where person_id = id) as has_left
      from (select id from people where id > ${after} order by id limit ${max}) page
      order by id
    `,
  );
  const left = people.flatMap(({ id, hasLeft }) => (hasLeft ? [id] : []));
  return { left, last: people.length < max ? null : (people.at(-1)?.id ?? null) };
}
