import { z } from 'zod';
import { classRoles } from '@vlabs/contract/http/rights';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const Source = z.object({
  classId: z.uuid(),
  name: z.string(),
  subject: z.string(),
  department: z.string(),
  startsOn: z.string(),
  students: z.int(),
});
export type Source = z.infer<typeof Source>;

/** Locks a class until the transaction ends; null if it does not exist. */
export async function keepSource(db: Database, classId: string) {
  await run(db, sql`select 1 from classes where id = ${classId} for share`);
  return first(
    db,
    Source,
    sql`
      select classes.id as class_id, classes.name, subject, department,
        (select starts_on::text from terms where terms.id = term_id) as starts_on,
        (
          select count(*)::integer from class_members
          where class_id = classes.id and left_at is null and role = 'student'
        ) as students
      from classes
      where id = ${classId}
    `,
  );
}

/** The days from a date to the start of a term; null if the term does not exist. */
export async function findDaysTo(
  db: Database,
  startsOn: string,
  termId: string,
): Promise<number | null> {
  const found = await first(
    db,
    z.object({ days: z.int() }),
    sql`select starts_on - ${startsOn}::date as days from terms where id = ${termId}`,
  );
  return found?.days ?? null;
}

/** The active staff of a class. */
export function listStaff(db: Database, classId: string) {
  return all(
    db,
    z.object({
      personId: z.string(),
      name: z.string(),
      role: z.enum(classRoles),
      sections: z.array(z.uuid()),
    }),
    sql`
      select people.id as person_id, people.name, member.role,
        array(
          select section_id from member_sections own
          where own.class_id = member.class_id and own.person_id = member.person_id) as sections
      from class_members member
      join people on people.id = member.person_id
      where member.class_id = ${classId} and left_at is null and member.role <> 'student'
        and disabled_at is null
      order by people.name, people.id
    `,
  );
}

export interface NewCopy {
  copyId: string;
  name: string;
  termId: string;
  code: string;
  by: string;
}

/** Changes no row if a class with this id exists. Violates `classes_code_without_case` if the code is taken. */
export function insertCopy(
  db: Database,
  { classId, subject, department }: Source,
  { copyId, name, termId, code, by }: NewCopy,
) {
  return run(
    db,
    sql`
      insert into classes (id, term_id, subject, name, code, department, copied_from, created_by, can_step)
      values (${copyId}, ${termId}, ${subject}, ${name}, nullif(${code}, ''), ${department},
        ${classId}, ${by}, (select can_step from classes where id = ${classId}))
      on conflict (id) do nothing
    `,
  );
}

/** Reports whether a class with this id is this person's copy of a class. */
export async function isCopy(
  db: Database,
  { copyId, by, classId }: { copyId: string; by: string; classId: string },
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1 from classes
      where id = ${copyId} and copied_from = ${classId} and created_by = ${by}
    `,
  );
  return found > 0;
}

/** Copies the sections of a class without members; returns the new id of each. */
export function copySections(db: Database, from: string, to: string) {
  return all(
    db,
    z.object({ before: z.uuid(), after: z.uuid() }),
    sql`
      with added as (
        insert into sections (class_id, name)
        select ${to}, name from sections where class_id = ${from}
        returning id, name
      )
      select sections.id as before, added.id as after
      from added
      join sections on sections.class_id = ${from} and sections.name = added.name
    `,
  );
}
