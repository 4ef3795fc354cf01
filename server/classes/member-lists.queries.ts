// Reads tables of others: attempts, people, quizzes.
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { MemberLine } from '../platform/member-lists.ts';

/** The lines of a list, for as long as the transaction goes on. */
export async function createLines(db: Database): Promise<void> {
  await run(db, sql`drop table if exists pg_temp.member_lines`);
  await run(
    db,
    sql`
      create temporary table member_lines (
        line integer, roll_number text, code text, section text, role text,
        person_id text, class_id uuid, problem text
      ) on commit drop
    `,
  );
}

export function insertLines(db: Database, lines: readonly MemberLine[]) {
  return run(
    db,
    sql`
      insert into member_lines (line, roll_number, code, section, role)
      select * from unnest(${lines.map(({ line }) => line)}::integer[],
        ${lines.map(({ rollNumber }) => rollNumber)}::text[],
        ${lines.map(({ code }) => code)}::text[],
        ${lines.map(({ section }) => section)}::text[],
        ${lines.map(({ role }) => role)}::text[])
    `,
  );
}

/** Of classes with one code the open one of the latest term is meant. */
export async function findPeopleAndClasses(db: Database): Promise<void> {
  await run(
    db,
    sql`
      update member_lines set person_id = people.id
      from people
      where lower(people.id) = lower(roll_number)
    `,
  );
  await run(
    db,
    sql`
      update member_lines set class_id = meant.id
      from (
        select distinct on (lower(classes.code)) lower(classes.code) as code, classes.id
        from classes
        join terms on terms.id = term_id
        where lower(classes.code) in (select lower(code) from member_lines)
        order by lower(classes.code), classes.state = 'open' desc, terms.starts_on desc
      ) meant
      where meant.code = lower(member_lines.code)
    `,
  );
  await run(db, sql`create index on member_lines (class_id, person_id)`);
  await run(db, sql`analyze member_lines`);
}

/** Nobody else changes anything of these classes until the transaction ends. */
export function keepClasses(db: Database) {
  return run(
    db,
    sql`
      select 1 from classes
      where id in (select class_id from member_lines)
      order by id
      for update
    `,
  );
}

/** Says of each line that cannot be written why, the first reason alone. */
export async function findProblems(db: Database): Promise<void> {
  await run(
    db,
    sql`
      update member_lines set problem = found.why
      from (
        select asked.line, case
          when asked.person_id is null then 'There is nobody with this roll number.'
          when asked.class_id is null then 'No class has this code.'
          when classes.state = 'archived' then 'The class with this code is archived.'
          when people.is_guest then 'They are a guest. Confirm them first.'
          when people.disabled_at is not null then 'Their account is disabled.'
          when people.role = 1 and asked.role = 'student'
            then 'They are staff, and no student. Say what they are in the class.'
          when people.role = 0 and asked.role in ('owner', 'teacher')
            then 'They are a student, who can assist but not teach.'
          when member.role <> asked.role and member.source <> 'list'
            then 'They are ' || member.role || ' of this class, and not by a list. Change it in the class.'
          when member.role = 'owner' and asked.role <> 'owner' and not exists (
            select 1 from class_members other
            where other.class_id = asked.class_id and other.role = 'owner'
              and other.left_at is null and other.person_id <> asked.person_id)
            then 'They are the last owner of this class. Make somebody else an owner first.'
          when asked.role = 'assistant' and member.role = 'student' and exists (
            select 1 from attempts
            join quizzes on quizzes.unique_id = quiz_id
            where attempts.person_id = asked.person_id and submitted_at is null
              and deadline_at > now() and quizzes.class_id = asked.class_id)
            then 'They sit a test of this class now, and would see its key. Wait until it has ended.'
          end as why
        from member_lines asked
        left join people on people.id = asked.person_id
        left join classes on classes.id = asked.class_id
        left join class_members member
          on member.class_id = asked.class_id and member.person_id = asked.person_id
            and member.left_at is null
      ) found
      where found.line = member_lines.line and found.why is not null
    `,
  );
  await run(
    db,
    sql`
      update member_lines set problem = 'They stand on another line with another role in this class.'
      from (
        select class_id, person_id from member_lines
        where problem is null
        group by class_id, person_id
        having count(distinct role) > 1
      ) twice
      where member_lines.class_id = twice.class_id and member_lines.person_id = twice.person_id
        and problem is null
    `,
  );
}

export function listProblems(db: Database, max: number) {
  return all(
    db,
    z.object({ line: z.int(), message: z.string() }),
    sql`
      select line, problem as message from member_lines
      where problem is not null
      order by line
      limit ${max}
    `,
  );
}

/** Whom the list names in which class, as what and in which sections; none where it names no section. */
const named = sql`
  select class_id, person_id, min(role) as role,
    array_remove(array_agg(distinct nullif(lower(section), '') order by nullif(lower(section), '')), null)
      as sections
  from member_lines
  where problem is null
  group by class_id, person_id
`;

const ownSections = sql`
  array(
    select lower(sections.name) from member_sections own
    join sections on sections.id = own.section_id
    where own.class_id = named.class_id and own.person_id = named.person_id
    order by lower(sections.name))
`;

/** What was made by hand stays as it is; of it only what is there already is counted. */
export function countChanges(db: Database) {
  return first(
    db,
    z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
    sql`
      select count(*) filter (where member.person_id is null)::integer as added,
        count(*) filter (where is_changed)::integer as changed,
        count(*) filter (where member.person_id is not null and not is_changed)::integer as unchanged
      from (${named}) named
      left join class_members member
        on member.class_id = named.class_id and member.person_id = named.person_id
          and member.left_at is null
      cross join lateral (
        select coalesce(member.source = 'list' and (member.role <> named.role
          or cardinality(named.sections) > 0 and named.sections <> ${ownSections}), false)
          as is_changed
      ) compared
    `,
  );
}

/** Members by lists of the classes that this list names whom it does not name, on no line at all. */
const isMissing = sql`
  member.source = 'list' and member.left_at is null
  and member.class_id in (select class_id from member_lines)
  and not exists (
    select 1 from member_lines
    where member_lines.class_id = member.class_id and member_lines.person_id = member.person_id)
`;

export function countMissing(db: Database) {
  return first(
    db,
    z.object({ missing: z.int(), byLists: z.int() }),
    sql`
      select
        (select count(*) from class_members member where ${isMissing})::integer as missing,
        (
          select count(*) from class_members
          where source = 'list' and left_at is null
            and class_id in (select class_id from member_lines)
        )::integer as by_lists
    `,
  );
}

export async function writeMembers(db: Database): Promise<void> {
  await run(
    db,
    sql`
      insert into sections (class_id, name)
      select class_id, min(section) from member_lines
      where problem is null and section <> ''
      group by class_id, lower(section)
      on conflict do nothing
    `,
  );
  await run(
    db,
    sql`
      insert into class_members (class_id, person_id, role, source)
      select class_id, person_id, role, 'list' from (${named}) named
      on conflict (class_id, person_id) do update
      set role = excluded.role, left_at = null, source = 'list',
        joined_at = case when class_members.left_at is null then class_members.joined_at
          else excluded.joined_at end
      where class_members.left_at is not null
        or class_members.source = 'list' and class_members.role <> excluded.role
    `,
  );
  await writeSections(db);
}

/** Of members by lists, where the list names a section: they are in those that it names and in no other. */
async function writeSections(db: Database): Promise<void> {
  const placed = sql`
    select named.*
    from (${named}) named
    join class_members member using (class_id, person_id)
    where cardinality(named.sections) > 0 and member.source = 'list'
  `;
  await run(
    db,
    sql`
      delete from member_sections own
      using (${placed}) placed, sections
      where own.class_id = placed.class_id and own.person_id = placed.person_id
        and sections.id = own.section_id and not (lower(sections.name) = any(placed.sections))
    `,
  );
  await run(
    db,
    sql`
      insert into member_sections (class_id, person_id, section_id)
      select placed.class_id, placed.person_id, sections.id
      from (${placed}) placed
      join sections on sections.class_id = placed.class_id
        and lower(sections.name) = any(placed.sections)
      on conflict do nothing
    `,
  );
}

export function endMissing(db: Database) {
  return run(db, sql`update class_members member set left_at = now() where ${isMissing}`);
}
