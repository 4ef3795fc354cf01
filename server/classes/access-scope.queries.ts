import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';
import { type AccessScope, withoutLimitedClasses } from '../platform/access/access-scope.ts';
import { teachesNow } from '../platform/access/teaching-members.queries.ts';

/** The outer names stay outside the subquery, where its own columns would shadow them. */
const inSections = ({ sectionIds }: AccessScope, classId: Sql, personId: Sql) => sql`
  (${classId}, ${personId}) in (
    select own.class_id, own.person_id
    from member_sections own
    where own.section_id = any(${sectionIds}::uuid[]))
`;

const ClassState = z.object({ state: z.enum(['open', 'archived']), sections: z.array(z.uuid()) });

/** Returns the state and sections of a class, or null if it does not exist. */
export const findClass = (db: Database, classId: string) =>
  first(
    db,
    ClassState,
    sql`
      select state, array(select sections.id from sections where class_id = classes.id) as sections
      from classes
      where id = ${classId}
    `,
  );

/** Like `findClass`, and locks the class against changes until the transaction ends. */
export async function lockClassForShare(db: Database, classId: string) {
  await run(db, sql`select 1 from classes where id = ${classId} for share`);
  return findClass(db, classId);
}

/** Prevents the class of this work from being archived until the transaction ends; null if it has none. */
export async function lockClassOf(
  db: Database,
  work: { quiz: string } | { assignment: string },
): Promise<'open' | 'archived' | null> {
  const found = await first(
    db,
    z.object({ classId: z.uuid().nullable() }),
    'quiz' in work
      ? sql`select class_id from quizzes where unique_id = ${work.quiz}`
      : sql`select class_id from assignments where id = ${work.assignment}`,
  );
  if (!found?.classId) return null;
  const locked = await first(
    db,
    ClassState.pick({ state: true }),
    sql`select state from classes where id = ${found.classId} for key share`,
  );
  return locked?.state ?? null;
}

/**
 * Condition: work of this class is in scope. Work without a class is for campus admins only. The planner assumes that
 * a CASE is often true, and so reads lists by time until a page is full, and looks up the classes of these rows only.
 */
export function workInScope(scope: AccessScope, classId: Sql): Sql {
  const isIn = scope.isUnlimited
    ? sql`true`
    : sql`${classId} = any(${[...scope.classIds, ...scope.limitedClassIds]}::uuid[])`;
  return scope.hidesArchived
    ? sql`(${isIn} and case ${stateOfClass(classId)} when 'archived' then false else true end)`
    : isIn;
}

const stateOfClass = (classId: Sql) =>
  sql`(select classes.state from classes where classes.id = ${classId})`;

/** Condition: this is not an archived class; it may be none. */
export const isNotArchived = (classId: Sql): Sql =>
  sql`(${stateOfClass(classId)} is distinct from 'archived')`;

/** Condition: this person's results in work of this class are in scope. */
export function resultsInScope(scope: AccessScope, classId: Sql, personId: Sql): Sql {
  if (scope.isUnlimited) return sql`true`;
  const isInWhole = sql`${classId} = any(${scope.classIds}::uuid[])`;
  if (scope.limitedClassIds.length === 0) return isInWhole;
  return sql`(
    ${isInWhole}
    or (${classId} = any(${scope.limitedClassIds}::uuid[]) and ${inSections(scope, classId, personId)}))`;
}

/** Selects the ids of students in a limited scope, possibly with duplicates. */
export const studentIdsIn = (scope: AccessScope): Sql => sql`
  select member.person_id
  from class_members member
  where member.left_at is null and member.role = 'student'
    and ${resultsInScope(scope, sql`member.class_id`, sql`member.person_id`)}
`;

/** Condition: this person is a student of a class or section in scope. */
export const studentsInScope = (scope: AccessScope, personId: Sql): Sql =>
  scope.isUnlimited ? sql`true` : sql`${personId} in (${studentIdsIn(scope)})`;

/** Selects the students and assistants of these sections. */
export const idsInSections = (sections: Sql): Sql =>
  sql`select person_id from member_sections where section_id = any(${sections})`;

/** Returns the sections that limit the scope in a class, or null if none do. */
export async function listSectionsIn(
  db: Database,
  scope: AccessScope,
  classId: string | null,
): Promise<string[] | null> {
  if (classId === null || !scope.limitedClassIds.includes(classId)) return null;
  const found = await all(
    db,
    z.object({ id: z.uuid() }),
    sql`
      select id from sections
      where class_id = ${classId} and id = any(${scope.sectionIds}::uuid[])
      order by id
    `,
  );
  return found.map(({ id }) => id);
}

/** Limits a scope to the classes where this person's results are in it. */
export async function limitToPerson(
  db: Database,
  scope: AccessScope,
  personId: string,
): Promise<AccessScope> {
  if (scope.isUnlimited) return scope;
  const found = await all(
    db,
    z.object({ classId: z.uuid() }),
    sql`
      select class_id
      from unnest(${[...scope.classIds, ...scope.limitedClassIds]}::uuid[]) as class_id
      where ${resultsInScope(scope, sql`class_id`, sql`${personId}::text`)}
    `,
  );
  return { ...withoutLimitedClasses(scope), classIds: found.map(({ classId }) => classId) };
}

const Found = z.object({ isIn: z.boolean(), isArchived: z.boolean() });

const isArchived = sql`
  exists (select 1 from classes where classes.id = class_id and state = 'archived') as is_archived
`;

/** Reports whether an object is in scope and its class archived; null if it does not exist. */
export const findInScope = {
  quiz: (db: Database, scope: AccessScope, id: string, personId: string | null) =>
    first(
      db,
      Found,
      sql`
        select ${isPersonIn(scope, sql`class_id`, personId)} as is_in, ${isArchived}
        from quizzes
        where unique_id = ${id}
      `,
    ),
  draft: (db: Database, scope: AccessScope, id: string) =>
    first(
      db,
      Found,
      sql`
        select coalesce(
            ${workInScope(scope, sql`class_id`)} or (class_id is null and begun_by = ${scope.callerId}),
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
  assignment: (db: Database, scope: AccessScope, id: string, personId: string | null) =>
    first(
      db,
      Found,
      sql`
        select ${isPersonIn(scope, sql`class_id`, personId)} as is_in, ${isArchived}
        from assignments
        where id = ${id}
      `,
    ),
  'hand-in': (db: Database, scope: AccessScope, id: string) =>
    first(
      db,
      Found,
      sql`
        select coalesce(${resultsInScope(scope, sql`class_id`, sql`hand_ins.student_id`)}, false) as is_in,
          ${isArchived}
        from hand_ins
        join assignments on assignments.id = assignment_id
        where hand_ins.id = ${id}
      `,
    ),
  student: (db: Database, scope: AccessScope, rollNumber: string) =>
    first(
      db,
      Found,
      sql`
        select ${studentsInScope(scope, sql`people.id`)} as is_in, false as is_archived
        from people
        where lower(people.id) = lower(${rollNumber})
      `,
    ),
};

/** An unknown person belongs to no section. */
const isPersonIn = (scope: AccessScope, classId: Sql, personId: string | null) =>
  personId === null
    ? sql`coalesce(${workInScope(scope, classId)}, false)`
    : sql`
        coalesce(
          (
            select ${resultsInScope(scope, classId, sql`people.id`)}
            from people
            where lower(people.id) = lower(${personId})
          ),
          ${workInScope(withoutLimitedClasses(scope), classId)},
          false)
      `;

/** Returns those of these people whose attempts a staff member may currently see. */
export async function listVisiblePeople(
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
          and ${teachesNow('staff')}
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

/** Returns those of these people who may currently watch a quiz: signed-in campus admins and staff of its class. */
export function listWatchers(db: Database, quizId: string, personIds: readonly string[]) {
  return all(
    db,
    z.object({
      personId: z.string(),
      isCampusAdmin: z.boolean(),
      /** An assistant of some sections. */
      isLimited: z.boolean(),
    }),
    sql`
      select people.id as person_id, people.role = 1 and not people.is_staff as is_campus_admin,
        exists (
          select 1 from class_members member
          join quizzes using (class_id)
          join member_sections own
            on own.class_id = member.class_id and own.person_id = member.person_id
          where unique_id = ${quizId} and member.person_id = people.id
            and member.role = 'assistant' and left_at is null
        ) as is_limited
      from people
      where people.id = any(${personIds}::text[]) and people.disabled_at is null
        and exists (select 1 from sessions where sessions.person_id = people.id)
        and (people.role = 1 and not people.is_staff or exists (
          select 1 from class_members member
          join quizzes using (class_id)
          where unique_id = ${quizId} and member.person_id = people.id and ${teachesNow('member')}))
    `,
  );
}
