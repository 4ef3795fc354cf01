import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';

const Demand = z.object({
  hasAuthenticator: z.boolean(),
  hasPasskey: z.boolean(),
  /** A campus admin, to whom a password alone opens nothing. */
  isRequired: z.boolean(),
  isBreakGlass: z.boolean(),
});

const isCampusAdmin = sql`role = 1 and not is_staff and not is_demo`;

/** What the person has besides a password, and whether it is required. */
export const findDemand = (db: Database, personId: string) =>
  first(
    db,
    Demand,
    sql`
      select ${isCampusAdmin} and not is_break_glass as is_required, is_break_glass,
        exists (select from authenticators
          where person_id = people.id and confirmed_at is not null) as has_authenticator,
        exists (select from passkeys where person_id = people.id) as has_passkey
      from people
      where id = ${personId}
    `,
  );

/** The session may do everything from now on. Others of the person still need a second step. */
export const freeSession = (db: Database, sessionId: string) =>
  run(db, sql`update sessions set needs_second_step = false where id = ${sessionId}`);

/** The person alone; zero if they are no campus admin with an enabled account. */
export async function updateBreakGlass(
  db: Database,
  { personId, passwordHash }: { personId: string; passwordHash: string },
): Promise<number> {
  await run(
    db,
    sql`update people set is_break_glass = false where is_break_glass and id <> ${personId}`,
  );
  return run(
    db,
    sql`
      update people set is_break_glass = true, password_hash = ${passwordHash}
      where id = ${personId} and ${isCampusAdmin} and disabled_at is null and registered_at is not null
    `,
  );
}

const Recipient = z.object({ id: z.string(), email: z.string() });

export const listOtherAdmins = (db: Database, personId: string) =>
  all(
    db,
    Recipient,
    sql`
      select id, email from people
      where ${isCampusAdmin} and id <> ${personId} and email is not null and disabled_at is null
        and registered_at is not null
      order by id
    `,
  );
