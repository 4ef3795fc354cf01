import type { ClassRole } from '@vlabs/contract/http/rights';
import { z } from 'zod';
import { ListClass } from '@vlabs/contract/students/student-lists';
import { hasAttemptInClass } from '../platform/access/teaching-members.queries.ts';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';

/** One line of a member list. */
export interface MemberLine {
  line: number;
  rollNumber: string;
  /** The code of the class. */
  code: string;
  /** The name of the section; empty for none. */
  section: string;
  role: ClassRole;
}

/** The lines of a list, until the transaction ends. */
export async function createLines(db: Database): Promise<void> {
  await run(db, sql`drop table if exists pg_temp.member_lines`);
  await run(
    db,
    sql`
      create temporary table member_lines (
        line integer, roll_number text, code text, section text, role text,
        person_id text, is_coming boolean not null default false, class_id uuid, namesakes text, problem text
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

interface Meaning {
  /** Roll numbers that will exist only after the import. */
  coming: readonly string[];
  /** The term whose classes the codes refer to. */
  termId: string | null;
}

export async function findPeopleAndClasses(
  db: Database,
  { coming, termId }: Meaning,
): Promise<void> {
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
      update member_lines set is_coming = true, person_id = coalesce(person_id, roll_number)
      from unnest(${coming}::text[]) as someone
      where lower(someone) = lower(roll_number)
    `,
  );
  await findClasses(db, termId);
  await run(db, sql`create index on member_lines (class_id, person_id)`);
  await run(db, sql`analyze member_lines`);
}

/** How many of the classes with the same code are listed. */
const NAMESAKES_TOLD = 3;

/** Resolves each code to the open class that has it. An ambiguous code is reported with its classes. */
async function findClasses(db: Database, termId: string | null): Promise<void> {
  await run(
    db,
    sql`
      update member_lines set class_id = meant.class_id, namesakes = meant.namesakes
      from (
        select lower(code) as code,
          case when count(*) = 1 or min(state) = 'archived' then min(id::text)::uuid end as class_id,
          case when count(*) > 1 and min(state) = 'open' then
            format('%s classes of this term have the code %s: %s%s. Change the code of one.',
              case when count(*) = 2 then 'Two' else count(*)::text end,
              min(code),
              string_agg(format('%s (%s)', name, coalesce(nullif(department, ''), 'no department')),
                ', ' order by place) filter (where place <= ${NAMESAKES_TOLD}),
              case when count(*) > ${NAMESAKES_TOLD}
                then format(' and %s more', count(*) - ${NAMESAKES_TOLD}) end)
          end as namesakes
        from (
          select id, code, name, department, state,
            rank() over (partition by lower(code) order by state = 'open' desc) as rank,
            row_number() over (partition by lower(code)
              order by state = 'open' desc, name collate in_words, id) as place
          from classes
          where term_id = ${termId} and lower(code) in (select lower(code) from member_lines)
        ) candidates
        where rank = 1
        group by lower(code)
      ) meant
      where meant.code = lower(member_lines.code)
    `,
  );
}

/** Locks the classes until the transaction ends; their tests can still be started. */
export async function keepClasses(db: Database): Promise<void> {
  const named = await all(
    db,
    z.object({ classId: z.uuid() }),
    sql`select distinct class_id from member_lines where class_id is not null`,
  );
  const classIds = named.map(({ classId }) => classId);
  await run(
    db,
    sql`
      select 1 from classes
      where id = any(${classIds}::uuid[])
      order by id
      for no key update
    `,
  );
}

/** Stores for each invalid line its first problem. */
export async function findProblems(db: Database): Promise<void> {
  await run(
    db,
    sql`
      update member_lines set problem = found.why
      from (
        select asked.line, case
          when asked.person_id is null then 'Nobody has this roll number.'
          when asked.namesakes is not null then asked.namesakes
          when asked.class_id is null then 'No class of this term has this code.'
          when classes.state = 'archived' then 'The class with this code is archived.'
          when classes.joining = 'closed' and asked.role = 'student' and member.person_id is null
            then 'The class with this code takes no more students.'
          when people.is_guest and not asked.is_coming then 'They are a guest. Confirm them first.'
          when people.disabled_at is not null then 'Their account is disabled.'
          when people.role = 1 and asked.role = 'student'
            then 'They are staff, not a student. Say what they are in the class.'
          when (people.role = 0 or asked.is_coming) and asked.role in ('owner', 'teacher')
            then 'They are a student, so they can assist but not teach.'
          when member.role <> asked.role and member.source <> 'list'
            then 'They were made ' || member.role || ' of this class by hand. Change it in the class.'
          when asked.role = 'assistant' and people.role = 0
              and ${hasAttemptInClass(sql`asked.class_id`, sql`asked.person_id`)}
            then 'They have taken a test of this class and would see its answers.'
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
  await keepLastOwners(db);
}

async function keepLastOwners(db: Database): Promise<void> {
  await run(
    db,
    sql`
      update member_lines asked
      set problem = 'They are the last owner of this class. Make somebody else an owner first.'
      where problem is null and asked.role <> 'owner'
        and exists (
          select 1 from class_members member
          where member.class_id = asked.class_id and member.person_id = asked.person_id
            and member.role = 'owner' and member.left_at is null)
        and not ${hasOtherOwner(sql`asked.class_id`, sql`asked.person_id`)}
    `,
  );
}

/** Condition: the class has another active owner after the import. */
const hasOtherOwner = (classId: Sql, personId: Sql) => sql`
  (exists (
    select 1 from class_members other
    join people on people.id = other.person_id and disabled_at is null
    where other.class_id = ${classId} and other.person_id <> ${personId}
      and other.role = 'owner' and other.left_at is null
      and not exists (
        select 1 from member_lines
        where member_lines.class_id = other.class_id and problem is null
          and member_lines.person_id = other.person_id and member_lines.role <> 'owner'))
  or exists (
    select 1 from member_lines
    where member_lines.class_id = ${classId} and member_lines.person_id <> ${personId}
      and member_lines.role = 'owner' and problem is null))
`;

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

/** The open classes that lines name, with their owners, by code. */
export function listNamedClasses(db: Database) {
  return all(
    db,
    ListClass,
    sql`
      select classes.id as class_id, code, classes.name, department, named.lines,
        (
          select coalesce(json_agg(json_build_object('personId', people.id, 'name', people.name)
            order by people.name collate in_words, people.id), '[]')
          from class_members member
          join people on people.id = member.person_id
          where member.class_id = classes.id and member.role = 'owner' and member.left_at is null
        ) as owners
      from (
        select class_id, count(*)::integer as lines from member_lines group by class_id
      ) named
      join classes on classes.id = named.class_id
      where state = 'open'
      order by lower(code), classes.id
    `,
  );
}

/** Membership, role and sections of each person in the list; no sections if the list has none. */
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

/** Leaves manual memberships unchanged, and counts them only if they match. */
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

/**
 * Members from lists who are on no line of this list. Owners only if the list names an owner or there is a manual
 * one.
 */
const isMissing = sql`
  member.source = 'list' and member.left_at is null
  and member.class_id in (select class_id from member_lines)
  and not exists (
    select 1 from member_lines
    where member_lines.class_id = member.class_id and member_lines.person_id = member.person_id)
  and (member.role <> 'owner' or exists (
    select 1 from class_members other
    join people on people.id = other.person_id and disabled_at is null
    where other.class_id = member.class_id and other.role = 'owner' and other.left_at is null
      and other.source <> 'list')
    or exists (
      select 1 from member_lines
      where member_lines.class_id = member.class_id and member_lines.role = 'owner'
        and problem is null))
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

/** Sets the sections of members from lists to those in the list, if it names any. */
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
