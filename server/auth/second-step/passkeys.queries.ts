import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';

const MINUTES = 5;

export type Purpose = 'sign-in' | 'add' | 'prove';

interface Asked {
  challenge: Buffer;
  purpose: Purpose;
  /** Null before sign-in. */
  personId: string | null;
}

export async function countChallenges(db: Database, network: string, max: number): Promise<number> {
  const found = await first(
    db,
    z.object({ count: z.coerce.number() }),
    sql`
      select count(*) from (
        select from challenges where network = ${network} and expires_at > now() limit ${max}
      ) as counted
    `,
  );
  return found?.count ?? 0;
}

/** Also deletes challenges that are too old. */
export async function insertChallenge(
  db: Database,
  { challenge, purpose, personId, network }: Asked & { network: string },
): Promise<void> {
  await run(
    db,
    sql`
      delete from challenges where challenge in (
        select challenge from challenges where expires_at <= now() limit 1000
        for update skip locked
      )
    `,
  );
  await run(
    db,
    sql`
      insert into challenges (challenge, purpose, person_id, network, expires_at)
      values (${challenge}, ${purpose}, ${personId}, ${network},
        now() + make_interval(mins => ${MINUTES}))
    `,
  );
}

/** Zero if there is no such challenge, or it was used or is too old. */
export const deleteChallenge = (db: Database, { challenge, purpose, personId }: Asked) =>
  run(
    db,
    sql`
      delete from challenges
      where challenge = ${challenge} and purpose = ${purpose} and expires_at > now()
        and person_id is not distinct from ${personId}
    `,
  );

const Passkey = z.object({
  id: z.uuid(),
  personId: z.string(),
  credentialId: z.instanceof(Buffer),
  publicKey: z.instanceof(Buffer),
  counter: z.coerce.number(),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const columns = sql`
  id, person_id, credential_id, public_key, counter, name, created_at, last_used_at
`;

export const findPasskey = (db: Database, credentialId: Buffer) =>
  first(db, Passkey, sql`select ${columns} from passkeys where credential_id = ${credentialId}`);

/** The oldest first. */
export const listPasskeys = (db: Database, personId: string) =>
  all(
    db,
    Passkey,
    sql`select ${columns} from passkeys where person_id = ${personId} order by created_at, id`,
  );

/** Until the end of the transaction, so that concurrent changes of a person's second step are made in turn. */
export const lockPerson = (db: Database, personId: string) =>
  first(
    db,
    z.object({ id: z.string(), isDemo: z.boolean() }),
    sql`select id, is_demo from people where id = ${personId} for no key update`,
  );

interface NewPasskey {
  personId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
}

/** Adds none if there is one with this credential. */
export const insertPasskey = (db: Database, { personId, name, ...key }: NewPasskey) =>
  run(
    db,
    sql`
      insert into passkeys (person_id, credential_id, public_key, counter, transports, name)
      values (${personId}, ${key.credentialId}, ${key.publicKey}, ${key.counter},
        ${key.transports}::text[], ${name})
      on conflict do nothing
    `,
  );

/** Zero if another use of the passkey has counted as far, or the passkey was removed. */
export const updateUsed = (db: Database, { id, counter }: { id: string; counter: number }) =>
  run(
    db,
    sql`
      update passkeys set counter = ${counter}, last_used_at = now()
      where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    `,
  );

interface OwnPasskey {
  passkeyId: string;
  personId: string;
}

export const updateName = (
  db: Database,
  { passkeyId, personId, name }: OwnPasskey & { name: string },
) =>
  run(
    db,
    sql`
      update passkeys set name = ${name} where id = ${passkeyId} and person_id = ${personId}
    `,
  );

export const deletePasskey = (db: Database, { passkeyId, personId }: OwnPasskey) =>
  run(db, sql`delete from passkeys where id = ${passkeyId} and person_id = ${personId}`);

/** A password, a passkey, or an account at a provider that is on. */
export async function hasWayIn(db: Database, personId: string): Promise<boolean> {
  const found = await first(
    db,
    z.object({ hasOne: z.boolean() }),
    sql`
      select password_hash is not null
        or exists (select from passkeys where person_id = people.id)
        or exists (select from identities join providers on providers.id = provider_id
          where person_id = people.id and is_on) as has_one
      from people where id = ${personId}
    `,
  );
  return found?.hasOne === true;
}
