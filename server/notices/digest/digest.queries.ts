import { z } from 'zod';
import { addJob } from '../../platform/jobs/jobs.ts';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';

export const DIGEST_JOB = 'mail-digests';
/** After what people wait for. */
const PRIORITY = 60;

/** People examined per job. */
export const PEOPLE_AT_ONCE = 50;

/** Where the next job goes on. */
export interface Piece {
  /** People up to this one were examined on this day. */
  after: string;
  /** Somebody could not be mailed now. */
  isAgain: boolean;
}

export const FIRST_PIECE: Piece = { after: '', isAgain: false };

/** The queue holds at most one such job, however many servers add it. */
export const addDigestJob = (db: Database, { after, isAgain }: Piece, delayMs: number) =>
  addJob(db, {
    name: DIGEST_JOB,
    payload: { after, isAgain },
    key: DIGEST_JOB,
    delayMs,
    priority: PRIORITY,
  });

const Wanting = z.object({ personId: z.string(), listedUntil: z.date() });
export type Wanting = z.infer<typeof Wanting>;

const isReached = sql`
  role = 0 and not is_guest and not is_demo and disabled_at is null
  and email is not null and email_verified_at is not null and email_refused_at is null
`;

/** People whose notices of the day were not mailed yet. */
export const listWanting = (db: Database, { day, after }: { day: string; after: string }) =>
  all(
    db,
    Wanting,
    sql`
      select person_id, listed_until
      from digests
      join people on people.id = person_id
      where done_on < ${day} and person_id > ${after} and ${isReached}
      order by person_id
      limit ${PEOPLE_AT_ONCE}
    `,
  );

/** Updates no row if another server has done it, or the person does not want it any more. */
export const updateDone = (
  db: Database,
  { personId, day, until }: { personId: string; day: string; until: Date },
) =>
  run(
    db,
    sql`
      update digests set done_on = ${day}, listed_until = ${until}
      where person_id = ${personId} and done_on < ${day}
    `,
  );

/** Null if mails do not reach the person by now. */
export async function findAddress(db: Database, personId: string): Promise<string | null> {
  const found = await first(
    db,
    z.object({ email: z.string() }),
    sql`select email from people where id = ${personId} and ${isReached}`,
  );
  return found?.email ?? null;
}

export async function isWanted(db: Database, personId: string): Promise<boolean> {
  return (await run(db, sql`select from digests where person_id = ${personId}`)) > 0;
}

interface Choice {
  personId: string;
  now: Date;
  /** No mail on this day or before. */
  doneOn: string;
}

/** A choice that was made before stays. */
export const insertWanted = (db: Database, { personId, now, doneOn }: Choice) =>
  run(
    db,
    sql`
      insert into digests (person_id, wanted_since, listed_until, done_on)
      values (${personId}, ${now}, ${now}, ${doneOn})
      on conflict (person_id) do nothing
    `,
  );

export const deleteWanted = (db: Database, personId: string) =>
  run(db, sql`delete from digests where person_id = ${personId}`);
