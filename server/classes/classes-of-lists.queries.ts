import { ListClass, ListTerm } from '@vlabs/contract/students/student-lists';
import { type Database, all, first, sql } from '../platform/postgres/database.ts';

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
