import { z } from 'zod';
import { addJob } from '../../platform/jobs/jobs.ts';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

export const RESET_JOB = 'mail-reset-link';
const NETWORK_MINUTES = 10;

/** Several requests for the same person that wait are one. */
export const addResetJob = (db: Database, person: string) =>
  addJob(db, { name: RESET_JOB, payload: { person }, key: `reset ${person.toLowerCase()}` });

/** Held until the end of the transaction, so that concurrent requests are all counted. */
export const holdLinksOf = (db: Database, whose: string) =>
  run(db, sql`select pg_advisory_xact_lock(hashtextextended(${`mail links of ${whose}`}, 0))`);

/** Seconds until the network may ask again; null if now. */
export async function findAskSecondsLeft(
  db: Database,
  network: string,
  max: number,
): Promise<number | null> {
  const found = await first(
    db,
    z.object({ seconds: z.coerce.number() }),
    sql`
      select extract(epoch from tried_at + make_interval(mins => ${NETWORK_MINUTES}) - now()) as seconds
      from reset_tries
      where network = ${network} and tried_at > now() - make_interval(mins => ${NETWORK_MINUTES})
      order by tried_at desc
      limit 1 offset ${max - 1}
    `,
  );
  return found?.seconds ?? null;
}

/** Also deletes requests that no longer count. */
export async function insertAsk(db: Database, network: string): Promise<void> {
  await run(
    db,
    sql`delete from reset_tries where tried_at <= now() - make_interval(mins => ${NETWORK_MINUTES})`,
  );
  await run(db, sql`insert into reset_tries (network) values (${network})`);
}

export type Kind = 'reset' | 'verify' | 'change';

/** Seconds until another link of this kind may be mailed to the person; null if now. */
export async function findLinkSecondsLeft(
  db: Database,
  { personId, kind }: { personId: string; kind: Kind },
  max: number,
): Promise<number | null> {
  const found = await first(
    db,
    z.object({ seconds: z.coerce.number() }),
    sql`
      select extract(epoch from created_at + interval '1 hour' - now()) as seconds
      from mail_links
      where person_id = ${personId} and kind = ${kind} and created_at > now() - interval '1 hour'
      order by created_at desc
      limit 1 offset ${max - 1}
    `,
  );
  return found?.seconds ?? null;
}

interface NewLink {
  tokenHash: Buffer;
  personId: string;
  kind: Kind;
  address: string;
  passwordHash: string | null;
  hours: number;
}

/** Ends earlier links of this kind, and deletes everybody's old ones. */
export async function insertLink(db: Database, link: NewLink): Promise<void> {
  await run(db, sql`delete from mail_links where created_at < now() - interval '2 days'`);
  await run(
    db,
    sql`
      update mail_links set ended_at = now()
      where person_id = ${link.personId} and kind = ${link.kind} and ended_at is null
    `,
  );
  await run(
    db,
    sql`
      insert into mail_links (token_hash, person_id, kind, address, for_password, expires_at)
      values (${link.tokenHash}, ${link.personId}, ${link.kind}, ${link.address},
        sha256(convert_to(${link.passwordHash}, 'UTF8')), now() + make_interval(hours => ${link.hours}))
    `,
  );
}

const Link = z.object({
  personId: z.string(),
  kind: z.enum(['reset', 'verify', 'change']),
  address: z.string(),
  forPassword: z.instanceof(Buffer).nullable(),
});
export type Link = z.infer<typeof Link>;

const isOpen = sql`ended_at is null and expires_at > now()`;

export const findLink = (db: Database, tokenHash: Buffer) =>
  first(
    db,
    Link,
    sql`
      select person_id, kind, address, for_password from mail_links
      where token_hash = ${tokenHash} and ${isOpen}
    `,
  );

/** Uses the link; null if it was used, replaced or is too old. */
export const updateUsed = (db: Database, tokenHash: Buffer) =>
  first(
    db,
    Link,
    sql`
      update mail_links set ended_at = now()
      where token_hash = ${tokenHash} and ${isOpen}
      returning person_id, kind, address, for_password
    `,
  );

/** The address that waits to be confirmed. */
export async function findWaiting(db: Database, personId: string): Promise<string | null> {
  const found = await first(
    db,
    z.object({ address: z.string() }),
    sql`
      select address from mail_links
      where person_id = ${personId} and kind = 'change' and ${isOpen}
      order by created_at desc
      limit 1
    `,
  );
  return found?.address ?? null;
}
