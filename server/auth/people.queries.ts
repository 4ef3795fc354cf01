import { z } from 'zod';
import { storedRollNumbers } from '../platform/access/by-roll-number.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { Erased } from '../platform/erasure.ts';

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
  const own = {
    id: placeholder,
    name: NAME,
    email: null,
    email_refused_at: null,
    email_verified_at: null,
    is_break_glass: false,
  };
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
  await run(db, sql`delete from person_devices where person_id = ${personId}`);
  await deleteWaysIn(db, personId);
  await run(db, sql`delete from registration_codes where person_id = ${personId}`);
  await run(db, sql`delete from login_failures where person_id = ${personId.toLowerCase()}`);
  await run(db, sql`delete from registration_tries where person_id = ${personId.toLowerCase()}`);
}

/** Removes sessions, passkeys, the authenticator, and links that were mailed: every way into the account besides the password. */
export async function deleteWaysIn(db: Database, personId: string): Promise<void> {
  await run(db, sql`delete from sessions where person_id = ${personId}`);
  await run(db, sql`delete from mail_links where person_id = ${personId}`);
  await run(db, sql`delete from challenges where person_id = ${personId}`);
  await run(db, sql`delete from passkeys where person_id = ${personId}`);
  await run(db, sql`delete from authenticators where person_id = ${personId}`);
}

/** Fails if something still refers to the person. */
export const deletePerson = (db: Database, personId: string) =>
  run(db, sql`delete from people where id = ${personId}`);

export const Person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.union([z.literal(0), z.literal(1)]),
  passwordHash: z.string().nullable(),
  isDemo: z.boolean(),
  isGuest: z.boolean(),
  isStaff: z.boolean(),
  /** Null: on the student list, or of the closed demo. */
  registeredAt: z.date().nullable(),
  disabledAt: z.date().nullable(),
});
export type Person = z.infer<typeof Person>;

export const personColumns = sql`
  id, name, email, role, password_hash, is_demo, is_guest, is_staff, registered_at, disabled_at
`;

/**
 * Roll numbers match case-insensitively and keep the case in which they were first written. One that was stored with
 * other digits or dashes than keyboards write is found, too, in the same statement, so that an
 * unknown person costs no more than a known one.
 */
export function findPerson(db: Database, id: string) {
  return first(
    db,
    Person,
    sql`
      select ${personColumns}
      from (
        select 0 as place, * from people where lower(id) = lower(${id})
        union all
        select 1, * from people
        where lower(id) <> plain_roll_number(id) and plain_roll_number(id) = plain_roll_number(${id})
      ) meant
      order by place, id
      limit 1
    `,
  );
}

export const findPersonByEmail = (db: Database, email: string) =>
  first(
    db,
    Person,
    sql`
      select id, name, email, role, password_hash, is_demo, is_guest, is_staff, registered_at, disabled_at
      from people where lower(email) = lower(${email})
    `,
  );

/** Whether a person with another roll number has this email address. */
export async function isEmailOfAnother(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<boolean> {
  const another = await first(
    db,
    Person.pick({ id: true }),
    sql`
      select id from people
      where lower(email) = lower(${email}) and lower(id) <> lower(${id})
    `,
  );
  return another !== null;
}

interface NewPerson {
  id: string;
  name: string;
  /** Null only without a password. */
  email: string | null;
  role: 0 | 1;
  /** Null for a person who signs in elsewhere. */
  passwordHash: string | null;
  isGuest?: boolean;
  /** An admin with rights only in their classes. */
  isStaff?: boolean;
}

/** Violates a unique constraint if the roll number or email address is taken. */
export function insertPerson(db: Database, person: NewPerson) {
  return run(
    db,
    sql`
      insert into people (id, name, email, role, password_hash, is_guest, is_staff,
        registered_at)
      values (${person.id}, ${person.name}, ${person.email}, ${person.role},
        ${person.passwordHash}, ${person.isGuest ?? false}, ${person.isStaff ?? false}, now())
    `,
  );
}

/** How a person proves that the waiting row is theirs. */
export type Proof = 'none needed' | 'no list' | 'listed email' | { codeHash: Buffer };

/**
 * Registers a person who is only listed so far, and uses up their code. Updates no row if there
 * is none; of two concurrent registrations only the first succeeds.
 */
export function updateUnregisteredPerson(
  db: Database,
  person: NewPerson,
  options: { demoRowsAreFree: boolean; proof: Proof },
) {
  const { demoRowsAreFree, proof } = options;
  const codeHash = typeof proof === 'object' ? proof.codeHash : null;
  return run(
    db,
    sql`
      with claimed as (
        update people
        set name = ${person.name}, email = ${person.email}, password_hash = ${person.passwordHash},
          registered_at = now(), is_demo = false,
          is_guest = is_demo and ${person.isGuest ?? false}
        where lower(id) = lower(${person.id}) and role = ${person.role} and registered_at is null
          and disabled_at is null and (
            ${proof === 'none needed'}
            or (is_demo and ${demoRowsAreFree})
            or (${proof === 'listed email'} and lower(email) = lower(${person.email}))
            or exists (
              select 1 from registration_codes
              where person_id = people.id and code_hash = ${codeHash} and expires_at > now())
          )
        returning id
      ), used as (
        delete from registration_codes using claimed where person_id = claimed.id
      )
      select id from claimed
    `,
  );
}

/** Turns guests into students; others stay unchanged. */
export function updateGuestsAsConfirmed(db: Database, ids: readonly string[]) {
  return all(
    db,
    Person.pick({ id: true }),
    sql`
      update people set is_guest = false
      where is_guest and lower(id) = any(${storedRollNumbers(ids)})
      returning id
    `,
  );
}

/** Deletes the guest with their sessions, drafts and versions. */
export function deleteGuest(db: Database, id: string) {
  return run(db, sql`delete from people where id = ${id} and is_guest`);
}

/** A demo account that was closed in the meantime stays closed. */
export function updatePassword(db: Database, id: string, passwordHash: string) {
  return run(
    db,
    sql`
      update people set password_hash = ${passwordHash}, is_break_glass = false
      where id = ${id} and (not is_demo or password_hash is not null)
    `,
  );
}

/** The person proved at a provider who they are. */
export function updateAsSignedOn(
  db: Database,
  id: string,
  how: { isTakenOver: boolean; confirmsGuest: boolean; email: string | null },
) {
  return run(
    db,
    sql`
      update people
      set registered_at = coalesce(registered_at, now()), email = ${how.email},
        password_hash = case when not ${how.isTakenOver}::boolean then password_hash end,
        is_guest = is_guest and not ${how.confirmsGuest}::boolean
      where id = ${id}
    `,
  );
}

/** Keeps the time at which an account was first disabled. */
export function updateDisabled(db: Database, id: string, disabled: boolean) {
  return run(
    db,
    sql`
      update people
      set disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end
      where id = ${id}
    `,
  );
}

/** Adds missing people; existing ones with the roll number or email stay unchanged. */
export function insertDemoPeople(
  db: Database,
  people: readonly { id: string; name: string; email: string; role: 0 | 1 }[],
) {
  return run(
    db,
    sql`
      insert into people (id, name, email, role, is_demo)
      select id, name, email, role, true
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as person (id text, name text, email text, role smallint)
      on conflict do nothing
    `,
  );
}

/** The demo people who can sign in now. */
export function listDemoPeopleWithPassword(db: Database) {
  return all(
    db,
    Person.pick({ id: true, role: true }).extend({ passwordHash: z.string() }),
    sql`
      select id, role, password_hash
      from people
      where is_demo and password_hash is not null and disabled_at is null
    `,
  );
}

/** Serializes opening and closing the demo until the end of the transaction. */
export function holdDemo(db: Database) {
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`);
}

/** Whether there is a campus admin other than the demo's, disabled or not. */
export async function hasOwnAdmin(db: Database): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1 from people
      where role = 1 and not is_staff and not is_demo and registered_at is not null
      limit 1
    `,
  );
  return found > 0;
}

export function updateDemoPassword(db: Database, id: string, passwordHash: string) {
  return run(
    db,
    sql`
      update people
      set password_hash = ${passwordHash}, registered_at = coalesce(registered_at, now())
      where id = ${id} and is_demo
    `,
  );
}

export function deleteDemoPasswords(db: Database) {
  return run(
    db,
    sql`
      update people set password_hash = null, registered_at = null
      where is_demo and password_hash is not null
    `,
  );
}

/** Clears the addresses of students who are about to get other ones. */
export function takeEmails(db: Database, people: readonly { id: string; email: string }[]) {
  return run(
    db,
    sql`
      update people
      set email = 'changing ' || people.id
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as listed (id text, email text)
      where lower(people.id) = lower(listed.id) and people.role = 0
        and lower(people.email) <> lower(listed.email) and not people.is_guest
    `,
  );
}

/**
 * Adds students, or updates the name and, if given, the email. A demo student without a password
 * becomes a real one, and so does a guest who registered with the list's email. Admins and other
 * guests stay unchanged.
 */
export function upsertListedPeople(
  db: Database,
  people: readonly { id: string; name: string; email: string }[],
) {
  return run(
    db,
    sql`
      insert into people (id, name, email, role)
      select id, name, nullif(email, ''), 0
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as listed (id text, name text, email text)
      on conflict (lower(id)) do update
      set name = excluded.name, email = coalesce(excluded.email, people.email),
        is_demo = people.is_demo and people.password_hash is not null, is_guest = false
      where people.role = 0
        and (not people.is_guest or lower(people.email) = lower(excluded.email))
    `,
  );
}

const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.union([z.literal(0), z.literal(1)]),
  isGuest: z.boolean(),
  isStaff: z.boolean(),
  emailVerifiedAt: z.date().nullable(),
  emailRefusedAt: z.date().nullable(),
  createdAt: z.date(),
  registeredAt: z.date().nullable(),
});

/** Everything except the password. */
export function findAccount(db: Database, id: string) {
  return first(
    db,
    Account,
    sql`
      select id, name, email, email_verified_at, email_refused_at, role, is_guest, is_staff,
        created_at, registered_at
      from people
      where id = ${id}
    `,
  );
}

/** The demo's rows exist only while somebody can sign in with a demo account. */
export const demoIsOpen = sql`
  exists (select 1 from people demo where demo.is_demo and demo.password_hash is not null)
`;
