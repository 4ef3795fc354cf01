import type { Erased } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

const NAME = 'Erased person';

/**
 * Disables the person's account and adds a placeholder, which takes over the account's impersonal data, such as its
 * role. The email address stays until the person is deleted, because other rows are searched for it. Idempotent.
 */
export async function insertPlaceholder(
  db: Database,
  { personId, placeholder }: Erased,
): Promise<void> {
  await run(
    db,
    sql`
      update people set password_hash = null, disabled_at = coalesce(disabled_at, now())
      where id = ${personId}
    `,
  );
  const own = { id: placeholder, name: NAME, email: null };
  await run(
    db,
    sql`
      insert into people
      select moved.*
      from people
      cross join lateral jsonb_populate_record(people,
        ${JSON.stringify(own)}::jsonb || jsonb_build_object('erased_at', now(), 'disabled_at', now())) moved
      where people.id = ${personId}
      on conflict do nothing
    `,
  );
  await run(db, sql`delete from sessions where person_id = ${personId}`);
  await run(db, sql`delete from registration_codes where person_id = ${personId}`);
  await run(db, sql`delete from login_failures where person_id = ${personId.toLowerCase()}`);
  await run(db, sql`delete from registration_tries where person_id = ${personId.toLowerCase()}`);
}

/** Fails if something still refers to the person. */
export const deletePerson = (db: Database, personId: string) =>
  run(db, sql`delete from people where id = ${personId}`);
