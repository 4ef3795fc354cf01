import { z } from 'zod';
import { type Erased, someOf } from '../platform/erasure.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';

export const SEND_JOB = 'send-mail';
export const OLD_MAILS_JOB = 'delete-old-mails';

/** A higher number waits for a lower one; 0 for other kinds. */
const WAITS_BEHIND = new Map([
  ['sign-in', 20],
  ['digest', 50],
]);
const LONGEST_HOURS = 24;

interface NewRow {
  id: string;
  personId: string;
  address: string;
  kind: string;
  subject: string;
  textSealed: Buffer;
  unsubscribeUrl: string | null;
}

export function insertMail(db: Database, mail: NewRow) {
  return run(
    db,
    sql`
      insert into mails (id, person_id, address, kind, subject, text_sealed, unsubscribe_url)
      values (${mail.id}, ${mail.personId}, ${mail.address}, ${mail.kind}, ${mail.subject}, ${mail.textSealed},
        ${mail.unsubscribeUrl})
    `,
  );
}

export function addSendJob(db: Database, { id, kind }: Pick<NewRow, 'id' | 'kind'>, delayMs = 0) {
  const priority = WAITS_BEHIND.get(kind) ?? 0;
  return addJob(db, {
    name: SEND_JOB,
    payload: { id, kind },
    key: `mail ${id}`,
    delayMs,
    priority,
  });
}

/** The queue holds at most one such job, however many servers add it. */
export const addOldMailsJob = (db: Database, delayMs: number) =>
  addJob(db, { name: OLD_MAILS_JOB, payload: {}, key: OLD_MAILS_JOB, delayMs, priority: 100 });

/** Held until the end of the transaction, so that the servers count each other's mails. */
export const holdPace = (db: Database) =>
  run(db, sql`select pg_advisory_xact_lock(hashtextextended('mails of a minute', 0))`);

/** Seconds until another mail may be sent; null if one may now. */
export async function findPaceSecondsLeft(db: Database, perMinute: number): Promise<number | null> {
  const found = await first(
    db,
    z.object({ seconds: z.coerce.number() }),
    sql`
      select extract(epoch from tried_at + interval '1 minute' - now()) as seconds
      from mails
      where tried_at > now() - interval '1 minute'
      order by tried_at desc
      limit 1 offset ${perMinute - 1}
    `,
  );
  return found?.seconds ?? null;
}

const Waiting = z.object({
  id: z.uuid(),
  personId: z.string(),
  address: z.string(),
  kind: z.string(),
  subject: z.string(),
  textSealed: z.instanceof(Buffer),
  unsubscribeUrl: z.string().nullable(),
  attempts: z.int(),
});
export type WaitingMail = z.infer<typeof Waiting>;

/** Counts an attempt; null if the mail does not wait any more. */
export const updateTried = (db: Database, id: string) =>
  first(
    db,
    Waiting,
    sql`
      update mails set attempts = attempts + 1, tried_at = now()
      where id = ${id} and state = 'waiting'
      returning id, person_id, address, kind, subject, text_sealed, unsubscribe_url, attempts
    `,
  );

/** The mail has ended, and its text is removed. */
export const updateEnded = (db: Database, id: string, state: 'sent' | 'refused' | 'failed') =>
  run(
    db,
    sql`
      update mails set state = ${state}, ended_at = now(), text_sealed = null
      where id = ${id} and state = 'waiting'
    `,
  );

/** Whether the mail was written so long ago that it is not tried again. */
export async function isTriedLongEnough(db: Database, id: string): Promise<boolean> {
  const old = await run(
    db,
    sql`select from mails where id = ${id} and created_at < now() - make_interval(hours => ${LONGEST_HOURS})`,
  );
  return old > 0;
}

/** What waits for the person, and what was sent. */
export const eraseInMails = (db: Database, { personId }: Erased, max: number) =>
  run(
    db,
    sql`delete from mails where ${someOf(sql`from mails where person_id = ${personId}`, max)}`,
  );

export const deleteOldMails = (db: Database, days: number, max: number) =>
  run(
    db,
    sql`
      delete from mails
      where id in (
        select id from mails where created_at < now() - make_interval(days => ${days}) limit ${max}
      )
    `,
  );

const Outbox = z.object({ waiting: z.int(), oldestSeconds: z.coerce.number() });

export const measureOutbox = (db: Database) =>
  first(
    db,
    Outbox,
    sql`
      select count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(created_at)), 0) as oldest_seconds
      from mails
      where state = 'waiting'
    `,
  );
