import { z } from 'zod';
import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, all, first, run, sql, identifier } from '../platform/postgres/database.ts';
import { replacedColumns } from './personal-data.ts';

const Announced = z.object({
  personId: z.string(),
  name: z.string(),
  placeholder: z.string(),
  askedBy: z.string().nullable(),
  announcedAt: z.date(),
  dueAt: z.date(),
  beganAt: z.date().nullable(),
});
export type AnnouncedRow = z.infer<typeof Announced>;
const columns = sql`
  person_id, people.name, placeholder, asked_by, announced_at, due_at, began_at
`;

export const listErasures = (db: Database, max: number) =>
  all(
    db,
    Announced,
    sql`
      select ${columns} from erasures join people on people.id = person_id
      order by due_at, person_id
      limit ${max}
    `,
  );

export async function countErasures(db: Database): Promise<number> {
  const counted = await first(
    db,
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from erasures`,
  );
  return counted?.total ?? 0;
}

export const findErasure = (db: Database, personId: string) =>
  first(
    db,
    Announced,
    sql`
      select ${columns} from erasures join people on people.id = person_id
      where person_id = ${personId}
    `,
  );

/** Schedules the person's erasure; an existing one keeps its time. */
export const insertErasures = (
  db: Database,
  people: readonly Erased[],
  { askedBy, hours }: { askedBy: string | null; hours: number },
) =>
  run(
    db,
    sql`
      insert into erasures (person_id, placeholder, asked_by, due_at)
      select "personId", placeholder, ${askedBy}, now() + make_interval(hours => ${hours})
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as named ("personId" text, placeholder text)
      on conflict do nothing
    `,
  );

/** False if it has started or does not exist. */
export async function deleteErasure(db: Database, personId: string): Promise<boolean> {
  const withdrawn = sql`delete from erasures where person_id = ${personId} and began_at is null`;
  return (await run(db, withdrawn)) > 0;
}

/** Erasures scheduled by a rule that no longer applies: the person came back, or the rule changed. */
export const deleteUnwantedErasures = (db: Database) =>
  run(
    db,
    sql`
      delete from erasures
      where began_at is null and (
        exists (select from erasure_holds held where held.person_id = erasures.person_id)
        or (asked_by is null
          and not coalesce(left_since(person_id) < goes_before('people'), false)))
    `,
  );

/** The next due erasure, started ones first. Excludes people who are sitting a test. */
export const findDueErasure = (db: Database) =>
  first(
    db,
    Announced,
    sql`
      select ${columns} from erasures join people on people.id = person_id
      where began_at is not null or (due_at <= now() and not exists (
        select from attempts
        where attempts.person_id = erasures.person_id and submitted_at is null))
      order by began_at, due_at
      limit 1
    `,
  );

export const updateBegun = (db: Database, personId: string) =>
  run(
    db,
    sql`
      update erasures set began_at = now()
      where person_id = ${personId} and began_at is null
    `,
  );

const Person = z.object({
  personId: z.string(),
  name: z.string(),
  role: z.int(),
  isStaff: z.boolean(),
  isDemo: z.boolean(),
  isErased: z.boolean(),
  leftSince: z.date().nullable(),
  isHeld: z.boolean(),
  sits: z.boolean(),
  otherAdmins: z.int(),
  /** Open classes without another active owner. */
  lastOwnerOf: z.int(),
  attempts: z.int(),
  handIns: z.int(),
  programs: z.int(),
  memberships: z.int(),
});
export type PersonToErase = z.infer<typeof Person>;

/** Ignores case. */
export const findPersonToErase = (db: Database, personId: string) =>
  first(
    db,
    Person,
    sql`
      select id as person_id, name, role, is_staff, is_demo, erased_at is not null as is_erased,
        left_since(people.id) as left_since,
        exists (select from erasure_holds where erasure_holds.person_id = people.id) as is_held,
        exists (select from attempts where attempts.person_id = people.id and submitted_at is null) as sits,
        (select count(*)::int from people other
          where other.role = 1 and not other.is_staff and other.disabled_at is null
            and other.registered_at is not null and other.id <> people.id) as other_admins,
        last_owner_of(people.id) as last_owner_of,
        (select count(*)::int from attempts where attempts.person_id = people.id) as attempts,
        (select count(*)::int from hand_ins where student_id = people.id) as hand_ins,
        (select count(*)::int from program_drafts where program_drafts.person_id = people.id)
          + (select count(*)::int from program_versions where program_versions.person_id = people.id) as programs,
        (select count(*)::int from class_members where class_members.person_id = people.id) as memberships
      from people
      where lower(id) = lower(${personId})
    `,
  );

/** Replaces the person by the placeholder, column by column until there are `max` rows; returns their number. */
export async function replaceInColumns(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const rollNumber = personId.toLowerCase();
  let rows = 0;
  for (const named of replacedColumns) {
    if (rows >= max) break;
    const [table, column] = [identifier(named.table), identifier(named.column)];
    const has = named.isList ? sql`${rollNumber} = any(${column})` : sql`${column} = ${personId}`;
    const changed = named.isList
      ? sql`array_replace(${column}, ${rollNumber}, ${placeholder})`
      : sql`${placeholder}`;
    rows += await run(
      db,
      sql`
        update ${table} set ${column} = ${changed}
        where ${someOf(sql`from ${table} where ${has}`, max)}
      `,
    );
  }
  return rows;
}
