import { z } from 'zod';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';
import { Person, findPerson, personColumns } from './people.queries.ts';

/** By roll number or email address. */
export async function findPersonToReset(db: Database, named: string): Promise<Person | null> {
  if (!named.includes('@')) return findPerson(db, named);
  const byEmail = sql`select ${personColumns} from people where lower(email) = lower(${named})`;
  return first(db, Person, byEmail);
}

interface OfLink {
  personId: string;
  address: string;
}

/**
 * Sets the password of an enabled person who still has the password and the address for which the link was made. That
 * the link arrived verifies the address.
 */
export function updatePasswordByLink(
  db: Database,
  { personId, address, forPassword }: OfLink & { forPassword: Buffer | null },
  passwordHash: string,
) {
  return first(
    db,
    z.object({ id: z.string(), email: z.string(), role: z.int() }),
    sql`
      update people
      set password_hash = ${passwordHash}, is_break_glass = false, email_verified_at = now(),
        email_refused_at = null
      where id = ${personId} and lower(email) = lower(${address}) and disabled_at is null
        and not is_demo and sha256(convert_to(password_hash, 'UTF8')) = ${forPassword}
      returning id, email, role
    `,
  );
}

/** Updates no row if the person has another address by now. */
export const updateVerified = (db: Database, { personId, address }: OfLink) =>
  run(
    db,
    sql`
      update people set email_verified_at = now(), email_refused_at = null
      where id = ${personId} and lower(email) = lower(${address}) and disabled_at is null
    `,
  );

/** Until the end of the transaction. */
export const lockEmail = (db: Database, personId: string) =>
  first(
    db,
    z.object({ email: z.string().nullable(), role: z.int() }),
    sql`select email, role from people where id = ${personId} for no key update`,
  );

/** Violates a unique constraint if another person has the address. */
export const updateEmail = (db: Database, { personId, address }: OfLink) =>
  run(
    db,
    sql`
      update people set email = ${address}, email_verified_at = now()
      where id = ${personId} and disabled_at is null and not is_demo
    `,
  );

const EmailState = z.object({
  email: z.string().nullable(),
  isVerified: z.boolean(),
  isRefused: z.boolean(),
});

export async function getEmailState(db: Database, personId: string) {
  const state = await first(
    db,
    EmailState,
    sql`
      select email, email_verified_at is not null as is_verified,
        email_refused_at is not null as is_refused
      from people where id = ${personId}
    `,
  );
  return EmailState.parse(state);
}

/** A mail server refuses the person's address; not if the person has another one by now. */
export function noteRefusedEmail(
  db: Database,
  { personId, address }: { personId: string; address: string },
) {
  return run(
    db,
    sql`
      update people set email_refused_at = now()
      where id = ${personId} and lower(email) = lower(${address})
    `,
  );
}
