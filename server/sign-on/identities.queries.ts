import { PersonIdentity } from '@vlabs/contract/sign-on/providers';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

/** Serializes sign-ons of one person of a provider until the end of the transaction. */
export function holdSubject(db: Database, identity: { providerId: string; subject: string }) {
  const held = `sign-on ${identity.providerId} ${identity.subject}`;
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`);
}

export async function findLinkedPersonId(
  db: Database,
  identity: { providerId: string; subject: string },
): Promise<string | null> {
  const found = await first(
    db,
    z.object({ personId: z.string() }),
    sql`
      select person_id from identities
      where provider_id = ${identity.providerId} and subject = ${identity.subject}
    `,
  );
  return found?.personId ?? null;
}

export interface NewIdentity {
  providerId: string;
  subject: string;
  personId: string;
  email: string | null;
  linkedBy: PersonIdentity['linkedBy'];
}

/** Violates a unique constraint if the person is linked with somebody else of the provider. */
export function insertIdentity(db: Database, identity: NewIdentity) {
  return run(
    db,
    sql`
      insert into identities (provider_id, subject, person_id, email, linked_by)
      values (${identity.providerId}, ${identity.subject}, ${identity.personId}, ${identity.email},
        ${identity.linkedBy})
    `,
  );
}

export function updateIdentityAsUsed(
  db: Database,
  identity: { providerId: string; subject: string; email: string | null },
) {
  return run(
    db,
    sql`
      update identities set last_used_at = now(), email = ${identity.email}
      where provider_id = ${identity.providerId} and subject = ${identity.subject}
    `,
  );
}

const ListedIdentity = PersonIdentity.extend({
  linkedAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

/** In the order in which they were linked. */
export const listIdentities = (db: Database, personId: string) =>
  all(
    db,
    ListedIdentity,
    sql`
      select provider_id, providers.name as provider_name, subject, email, linked_by, linked_at,
        last_used_at
      from identities
      join providers on providers.id = provider_id
      where lower(person_id) = lower(${personId})
      order by linked_at, provider_id
    `,
  );

export const deleteIdentity = (
  db: Database,
  { personId, providerId }: { personId: string; providerId: string },
) =>
  run(
    db,
    sql`delete from identities where person_id = ${personId} and provider_id = ${providerId}`,
  );

/** Of a person whose account is taken over: who connected them is not the person. */
export const deleteIdentities = (db: Database, personId: string) =>
  run(db, sql`delete from identities where person_id = ${personId}`);

/** The university wrote the person's address onto the student list. */
export async function isListed(db: Database, personId: string): Promise<boolean> {
  const found = await run(
    db,
    sql`select 1 from student_records where id = ${personId} and is_listed limit 1`,
  );
  return found > 0;
}
