import type { ClassRole } from '@vlabs/contract/http/rights';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

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
