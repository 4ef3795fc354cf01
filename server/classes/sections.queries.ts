import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';

/** Work for this section, alone or with others; null for none. */
export function findWorkOfSection(db: Database, classId: string, sectionId: string) {
  return first(
    db,
    z.object({ title: z.string() }),
    sql`
      select coalesce(nullif(topic, ''), subject_id) as title
      from quizzes
      where class_id = ${classId} and ${sectionId} = any(for_sections)
      union all
      select title from assignments
      where class_id = ${classId} and ${sectionId} = any(for_sections)
      limit 1
    `,
  );
}

/** An assistant limited to only this section, or null. */
export function findAssistantOfOnly(db: Database, classId: string, sectionId: string) {
  return first(
    db,
    z.object({ name: z.string() }),
    sql`
      select people.name
      from class_members member
      join people on people.id = member.person_id
      where member.class_id = ${classId} and member.role = 'assistant' and left_at is null
        and array[${sectionId}::uuid] = array(
          select section_id from member_sections own
          where own.class_id = member.class_id and own.person_id = member.person_id)
      limit 1
    `,
  );
}

const Section = z.object({ sectionId: z.uuid(), name: z.string(), students: z.int() });

const sectionColumns = (from: Sql) => sql`
  ${from}.id as section_id, ${from}.name,
  (
    select count(*)::integer
    from member_sections own
    join class_members member using (class_id, person_id)
    where own.section_id = ${from}.id and member.left_at is null and member.role = 'student'
  ) as students
`;

export function listSections(db: Database, classId: string) {
  return all(
    db,
    Section,
    sql`
      select ${sectionColumns(sql`sections`)}
      from sections
      where class_id = ${classId}
      order by name collate in_words, id
    `,
  );
}

/** Violates `sections_name_without_case` if the name is taken. */
export function insertSection(db: Database, classId: string, name: string) {
  return first(
    db,
    Section,
    sql`
      insert into sections (class_id, name) values (${classId}, ${name})
      returning ${sectionColumns(sql`sections`)}
    `,
  );
}

export function updateSection(
  db: Database,
  { classId, sectionId, name }: { classId: string; sectionId: string; name: string },
) {
  return first(
    db,
    Section,
    sql`
      update sections set name = ${name}
      where class_id = ${classId} and id = ${sectionId}
      returning ${sectionColumns(sql`sections`)}
    `,
  );
}

export function deleteSection(db: Database, classId: string, sectionId: string) {
  return run(db, sql`delete from sections where class_id = ${classId} and id = ${sectionId}`);
}
