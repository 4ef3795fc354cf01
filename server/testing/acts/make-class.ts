import { randomUUID } from 'node:crypto';
import type { ClassRole } from '@vlabs/contract/http/rights';
import type { Pool } from 'pg';
import { type MadePerson, makeAdmin } from './make.ts';

export interface MadeClass {
  classId: string;
  /** The first and the second section. */
  sections: [string, string];
}

/** An admin whose rights come from classes only. */
export async function makeStaff(pool: Pool, id?: string): Promise<MadePerson> {
  const staff = await makeAdmin(pool, id);
  await pool.query('update people set is_staff = true where id = $1', [staff.id]);
  return staff;
}

/** Creates a term; both dates are relative to today in Asia/Kolkata, in days. */
export async function makeTerm(pool: Pool, from: number, to: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into terms (name, starts_on, ends_on)
     select $1, today + $2::integer, today + $3::integer
     from (select (now() at time zone 'Asia/Kolkata')::date as today) clock
     returning id`,
    [`Term ${randomUUID()}`, from, to],
  );
  return rows[0]?.id ?? '';
}

/** Creates an open class in its own term, with two empty sections. */
export async function makeClass(pool: Pool, by: MadePerson): Promise<MadeClass> {
  const { rows } = await pool.query(
    `with term as (
       insert into terms (name, starts_on, ends_on) values ($1, '2026-07-01', '2096-12-31')
       returning id
     ), made as (
       insert into classes (term_id, subject, name, created_by)
       select id, 'Algorithms', $1, $2 from term
       returning id
     ), parted as (
       insert into sections (class_id, name)
       select made.id, name from made, unnest(array['1', '2']) as name
       returning id
     )
     select (select id from made) as class_id, array(select id from parted) as sections`,
    [`Class ${randomUUID()}`, by.id],
  );
  return { classId: rows[0].class_id, sections: rows[0].sections };
}

interface Joining {
  role: ClassRole;
  /** The person's sections in the class. */
  sections?: readonly string[];
  hasLeft?: boolean;
}

export async function joinClass(
  pool: Pool,
  { classId }: Pick<MadeClass, 'classId'>,
  person: Pick<MadePerson, 'id'>,
  { role, sections = [], hasLeft = false }: Joining,
): Promise<void> {
  await pool.query(
    `insert into class_members (class_id, person_id, role, left_at)
     values ($1, $2, $3, case when $4 then now() end)`,
    [classId, person.id, role, hasLeft],
  );
  await pool.query(
    `insert into member_sections (class_id, person_id, section_id)
     select $1, $2, section from unnest($3::uuid[]) as section`,
    [classId, person.id, sections],
  );
}
