// Reads tables of others: assignments, hand_ins, people, quiz_drafts, quizzes, sessions.
import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';
import { type Reach, onlyWhole } from '../platform/reach.ts';

/** The names outside of the inner statement, so that they mean what they mean where they stand. */
const inSections = ({ sections }: Reach, classId: Sql, personId: Sql) => sql`
  (${classId}, ${personId}) in (
    select own.class_id, own.person_id
    from member_sections own
    where own.section_id = any(${sections}::uuid[]))
`;

const ClassState = z.object({ state: z.enum(['open', 'archived']), sections: z.array(z.uuid()) });

const stateOf = (classId: string) => sql`
  select state, array(select sections.id from sections where class_id = classes.id) as sections
  from classes
  where id = ${classId}
`;

/** The state of a class with its sections; null where it is not there. */
export const findClass = (db: Database, classId: string) => first(db, ClassState, stateOf(classId));

/** As `findClass`; nobody changes the class until the transaction ends. */
export const keepClass = (db: Database, classId: string) =>
  first(db, ClassState, sql`${stateOf(classId)} for share`);

/** Nobody archives the class until the transaction ends. */
export function keepUnarchived(db: Database, classId: string) {
  return run(db, sql`select 1 from classes where id = ${classId} for key share`);
}

/** Is work of this class within the reach? Work without a class is for who reaches everything. */
export const isWorkIn = (reach: Reach, classId: Sql): Sql =>
  reach.everything
    ? sql`true`
    : sql`${classId} = any(${[...reach.whole, ...reach.inPart]}::uuid[])`;

/** Is what this person did for work of this class within the reach? Who is limited to no sections is asked for none. */
export function isDoneIn(reach: Reach, classId: Sql, personId: Sql): Sql {
  if (reach.everything) return sql`true`;
  const isInWhole = sql`${classId} = any(${reach.whole}::uuid[])`;
  if (reach.inPart.length === 0) return isInWhole;
  return sql`(
    ${isInWhole}
    or (${classId} = any(${reach.inPart}::uuid[]) and ${inSections(reach, classId, personId)}))`;
}

/** The students of classes, or of sections, within a reach that is not everything; some stand there several times. */
export const studentIdsIn = (reach: Reach): Sql => sql`
  select member.person_id
  from class_members member
  where member.left_at is null and member.role = 'student'
    and ${isDoneIn(reach, sql`member.class_id`, sql`member.person_id`)}
`;

/** Is this person a student of classes, or of sections, within the reach? */
export const isStudentIn = (reach: Reach, personId: Sql): Sql =>
  reach.everything ? sql`true` : sql`${personId} in (${studentIdsIn(reach)})`;

/** Who is in one of these sections, as their student or as one who assists. */
export const idsInSections = (sections: Sql): Sql =>
  sql`select person_id from member_sections where section_id = any(${sections})`;

/** The sections to which the reach is limited in a class; null where it is limited to none in it. */
export async function listSectionsIn(
  db: Database,
  reach: Reach,
  classId: string | null,
): Promise<string[] | null> {
  if (classId === null || !reach.inPart.includes(classId)) return null;
  const found = await all(
    db,
    z.object({ id: z.uuid() }),
    sql`
      select id from sections
      where class_id = ${classId} and id = any(${reach.sections}::uuid[])
      order by id
    `,
  );
  return found.map(({ id }) => id);
}

/** The reach without classes in which what this person did is not within it. */
export async function narrowToPerson(db: Database, reach: Reach, personId: string): Promise<Reach> {
  if (reach.everything) return reach;
  const found = await all(
    db,
    z.object({ classId: z.uuid() }),
    sql`
      select class_id
      from unnest(${[...reach.whole, ...reach.inPart]}::uuid[]) as class_id
      where ${isDoneIn(reach, sql`class_id`, sql`${personId}::text`)}
    `,
  );
  return { ...onlyWhole(reach), whole: found.map(({ classId }) => classId) };
}

const Found = z.object({ isIn: z.boolean(), isArchived: z.boolean() });

const isArchived = sql`
  exists (select 1 from classes where classes.id = class_id and state = 'archived') as is_archived
`;

/** Is something within the reach, and its class archived? Null where it is not there. */
export const findInReach = {
  quiz: (db: Database, reach: Reach, id: string, personId: string | null) =>
    first(
      db,
      Found,
      sql`
        select ${isPersonIn(reach, sql`class_id`, personId)} as is_in, ${isArchived}
        from quizzes
        where unique_id = ${id}
      `,
    ),
  draft: (db: Database, reach: Reach, id: string) =>
    first(
      db,
      Found,
      sql`
        select coalesce(
            ${isWorkIn(reach, sql`class_id`)} or (class_id is null and begun_by = ${reach.by}),
            false) as is_in,
          ${isArchived}
        from (
          select class_id, null::text as begun_by from quizzes where unique_id = ${id}
          union all
          select class_id, created_by from quiz_drafts
          where unique_id = ${id}
            and not exists (select 1 from quizzes where quizzes.unique_id = ${id})
        ) written
      `,
    ),
  assignment: (db: Database, reach: Reach, id: string, personId: string | null) =>
    first(
      db,
      Found,
      sql`
        select ${isPersonIn(reach, sql`class_id`, personId)} as is_in, ${isArchived}
        from assignments
        where id = ${id}
      `,
    ),
  'hand-in': (db: Database, reach: Reach, id: string) =>
    first(
      db,
      Found,
      sql`
        select coalesce(${isDoneIn(reach, sql`class_id`, sql`hand_ins.student_id`)}, false) as is_in,
          ${isArchived}
        from hand_ins
        join assignments on assignments.id = assignment_id
        where hand_ins.id = ${id}
      `,
    ),
  student: (db: Database, reach: Reach, rollNumber: string) =>
    first(
      db,
      Found,
      sql`
        select ${isStudentIn(reach, sql`people.id`)} as is_in, false as is_archived
        from people
        where lower(people.id) = lower(${rollNumber})
      `,
    ),
};

/** The work of an unknown person is in no section. */
const isPersonIn = (reach: Reach, classId: Sql, personId: string | null) =>
  personId === null
    ? sql`coalesce(${isWorkIn(reach, classId)}, false)`
    : sql`
        coalesce(
          (
            select ${isDoneIn(reach, classId, sql`people.id`)}
            from people
            where lower(people.id) = lower(${personId})
          ),
          ${isWorkIn(onlyWhole(reach), classId)},
          false)
      `;

/** Of these people, those whose attempts at a quiz somebody of its staff may see at this moment. */
export async function listSeenBy(
  db: Database,
  { staffId, quizId }: { staffId: string; quizId: string },
  personIds: readonly string[],
): Promise<Set<string>> {
  const seen = await all(
    db,
    z.object({ personId: z.string() }),
    sql`
      select asked.person_id
      from quizzes
      join class_members staff
        on staff.class_id = quizzes.class_id and staff.person_id = ${staffId}
          and staff.left_at is null and staff.role <> 'student'
      cross join unnest(${personIds}::text[]) as asked (person_id)
      where unique_id = ${quizId}
        and (
          staff.role <> 'assistant'
          or not exists (
            select 1 from member_sections own
            where own.class_id = staff.class_id and own.person_id = ${staffId})
          or exists (
            select 1 from member_sections own
            join member_sections theirs using (class_id, section_id)
            where own.class_id = staff.class_id and own.person_id = ${staffId}
              and theirs.person_id = asked.person_id))
    `,
  );
  return new Set(seen.map(({ personId }) => personId));
}

/**
 * Of these people, those who may watch a quiz at this moment: campus admins, and staff of its class, who
 * are signed in somewhere.
 */
export function listWatchers(db: Database, quizId: string, personIds: readonly string[]) {
  return all(
    db,
    z.object({ personId: z.string(), isCampusAdmin: z.boolean() }),
    sql`
      select people.id as person_id, people.role = 1 and not people.is_staff as is_campus_admin
      from people
      where people.id = any(${personIds}::text[]) and people.disabled_at is null
        and exists (select 1 from sessions where sessions.person_id = people.id)
        and (people.role = 1 and not people.is_staff or exists (
          select 1 from class_members member
          join quizzes using (class_id)
          where unique_id = ${quizId} and member.person_id = people.id
            and member.left_at is null and member.role <> 'student'))
    `,
  );
}
