import { z } from 'zod';
import { hasAttemptInClass } from '../platform/access/teaching-members.queries.ts';
import { type Database, type Sql, all, run, sql, first } from '../platform/postgres/database.ts';
import { ListClass, ListTerm } from '@vlabs/contract/students/student-lists';

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

/** The requested term; otherwise the current one in Asia/Kolkata that began last, the next, or the latest. */
export function findTermOfList(db: Database, termId: string | null) {
  return first(
    db,
    ListTerm,
    sql`
      select id as term_id, name
      from terms
      cross join (select (now() at time zone 'Asia/Kolkata')::date as today) clock
      where ${termId}::uuid is null or id = ${termId}
      order by case when starts_on > today then 2 when ends_on >= today then 1 else 3 end,
        case when starts_on > today then starts_on end, starts_on desc, name
      limit 1
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
