import { z } from 'zod';
import {
  audienceColumns,
  classIdOf,
  sectionsOf,
  withAudience,
} from '../platform/access/audience-columns.ts';
import { type Database, all, first, run, sql, type Sql } from '../platform/postgres/database.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';
import { isNotArchived, resultsInScope, workInScope } from '../classes/classes.reads.ts';
import type { ShowFrom } from '@vlabs/contract/assignments/prepared';
import type { ClassCopy } from '../platform/class-copy.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { countMembers } from '../students/students.reads.ts';

/**
 * Counts the students that each audience admits. Equal audiences are counted once, and so are students in several of
 * their groups.
 */
const scopeOf = (workIds: Sql, among: Sql) => sql`
  audiences as (
    select work_id, array_agg(group_name order by group_name) as groups
    from work_audience
    where is_current and work_id = any(${workIds})
    group by work_id
  ),
  reach as materialized (
    select groups, ${countMembers(sql`groups`, among)} as students
    from (select distinct groups from audiences) as different
  )
`;

/** Condition on students: limited to sections where the scope is. */
function amongThoseOf(within: AccessScope): Sql {
  if (within.limitedClassIds.length === 0) return sql`true`;
  // Work within parts of a class has the class in its groups.
  return resultsInScope(within, sql`substr(group_name, 7, 36)::uuid`, sql`student.id`);
}

/** For assignments in scope: how many students each is for. */
export async function countReach(
  db: Database,
  ids: readonly string[],
  within: AccessScope,
): Promise<Map<string, number>> {
  const rows = await all(
    db,
    z.object({ workId: z.uuid(), students: z.coerce.number() }),
    sql`
      with ${scopeOf(sql`${ids}::uuid[]`, amongThoseOf(within))}
      select work_id, students from audiences join reach using (groups)
    `,
  );
  return new Map(rows.map(({ workId, students }) => [workId, students]));
}

/** Over all assignments in scope that are not withdrawn. */
export async function sumReach(db: Database, within: AccessScope): Promise<number> {
  const open = sql`array(
    select id from assignments assignment
    where withdrawn_at is null and ${isThere} and ${workInScope(within, sql`class_id`)}
      and ${isOfOpenClass})`;
  const summed = await first(
    db,
    z.object({ assigned: z.coerce.number() }),
    sql`
      with ${scopeOf(open, amongThoseOf(within))}
      select coalesce(sum(students), 0) as assigned from audiences join reach using (groups)
    `,
  );
  return summed?.assigned ?? 0;
}

/** The value of `shown_from`. */
function shownFromOf(showFrom: ShowFrom): Sql {
  if (showFrom === 'now') return sql`null::timestamptz`;
  return showFrom === 'not_yet'
    ? sql`'infinity'::timestamptz`
    : sql`${showFrom.toISOString()}::timestamptz`;
}

/** Columns of an assignment that tell whether it is prepared, and until when. */
export const preparedColumns = sql`
  assignment.shown_from is not null as is_prepared,
  nullif(assignment.shown_from, 'infinity') as shown_from
`;
export const preparedShape = { isPrepared: z.boolean(), shownFrom: z.date().nullable() };

export function updatePrepared(db: Database, id: string, showFrom: ShowFrom) {
  return run(
    db,
    sql`
      update assignments
      set withdrawn_at = coalesce(withdrawn_at, clock_timestamp()), shown_from = ${shownFromOf(showFrom)}
      where id = ${id}
    `,
  );
}

/** Shows an assignment whose time has come. False if another server did, or its time was changed. */
export async function updateIfDue(db: Database, id: string): Promise<boolean> {
  const shown = await run(
    db,
    sql`
      update assignments
      set withdrawn_at = null, updated_at = clock_timestamp()
      where id = ${id} and withdrawn_at is not null and shown_from <= clock_timestamp()
    `,
  );
  return shown > 0;
}

/** Leaves an assignment hidden whose time has come while its class is archived: a teacher decides when to show it. */
export function updateAsMissed(db: Database, id: string) {
  return run(
    db,
    sql`
      update assignments
      set shown_from = ${shownFromOf('not_yet')}
      where id = ${id} and withdrawn_at is not null and shown_from <= clock_timestamp()
    `,
  );
}

/** The time until an assignment is shown; null if it has no such time. */
export function findTimeUntilShown(db: Database, id: string) {
  return first(
    db,
    z.object({ leftMs: z.coerce.number(), isAfterDue: z.boolean() }),
    sql`
      select extract(epoch from shown_from - now()) * 1000 as left_ms,
        coalesce(shown_from >= due_at, false) as is_after_due
      from assignments
      where id = ${id} and isfinite(shown_from)
    `,
  );
}

/** Reports whether students see it, once it is locked. */
export async function isShown(db: Database, id: string): Promise<boolean> {
  return (
    (await run(db, sql`select 1 from assignments where id = ${id} and withdrawn_at is null`)) > 0
  );
}

/** The assignment is only for named students. */
const isForNamed = sql`
  not for_everyone and cardinality(for_courses) = 0 and cardinality(for_years) = 0
  and cardinality(for_sections) = 0
`;

/** The assignments of a class, by due time. */
export function listToCopy(db: Database, classId: string, max: number) {
  return all(
    db,
    z.object({ title: z.string(), dueAt: z.date().nullable(), isForNamed: z.boolean() }),
    sql`
      select title, due_at, ${isForNamed} as is_for_named
      from assignments
      where class_id = ${classId}
      order by due_at nulls last, title, id
      limit ${max}
    `,
  );
}

/** Copies them with their test cases and solutions, as prepared: students see them when a teacher shows them. */
export function copyAll(db: Database, { from, to, days, sections, by }: ClassCopy) {
  return run(
    db,
    sql`
      with source as (
        select gen_random_uuid() as copy_id, assignments.*
        from assignments
        where class_id = ${from.classId}
      ), copied as (
        insert into assignments (id, title, text, file_bucket, file_id, file_name, language_id,
          due_at, max_marks, for_everyone, for_courses, for_years, for_roll_numbers, class_id,
          for_sections, created_by, starter_code, can_step, solution, solution_language_id,
          withdrawn_at, shown_from)
        select copy_id, title, text, file_bucket, file_id, file_name, language_id,
          due_at + make_interval(hours => ${days * 24}), max_marks,
          for_everyone or (${isForNamed}), for_courses, for_years, '{}', ${to.classId},
          array(
            select (${JSON.stringify(Object.fromEntries(sections))}::jsonb ->> section::text)::uuid
            from unnest(for_sections) as section),
          ${by}, starter_code, can_step, solution, solution_language_id, clock_timestamp(),
          'infinity'
        from source
        order by updated_at
      )
      insert into assignment_tests (assignment_id, number, name, input, expected_output, points,
        is_hidden, time_limit_ms, memory_limit_kb, comparison, tolerance, tolerance_is)
      select copy_id, number, name, input, expected_output, points, is_hidden, time_limit_ms,
        memory_limit_kb, comparison, tolerance, tolerance_is
      from source
      join assignment_tests on assignment_id = source.id
    `,
  );
}

/** The columns in every list of assignments. */
export const Columns = z.object({
  id: z.uuid(),
  title: z.string(),
  fileId: z.string().nullable(),
  fileName: z.string(),
  languageId: z.int().nullable(),
  dueAt: z.date().nullable(),
  maxMarks: z.number(),
  updatedAt: z.date(),
  withdrawnAt: z.date().nullable(),
});

const Assignment = Columns.extend({
  text: z.string(),
  starterCode: z.string(),
  canStep: z.boolean(),
  classCanStep: z.boolean(),
  ...audienceColumns,
}).transform(withAudience);
export type Assignment = z.infer<typeof Assignment>;

export type AssignmentContent = Pick<
  Assignment,
  | 'title'
  | 'text'
  | 'starterCode'
  | 'canStep'
  | 'fileId'
  | 'fileName'
  | 'languageId'
  | 'dueAt'
  | 'maxMarks'
  | 'audience'
>;

export async function insertAssignment(
  db: Database,
  {
    audience,
    showFrom = 'now',
    ...assignment
  }: AssignmentContent & { createdBy: string; isDemo: boolean; showFrom?: ShowFrom },
): Promise<string> {
  const row = await first(
    db,
    z.object({ id: z.uuid() }),
    sql`
      insert into assignments (title, text, file_bucket, file_id, file_name, language_id, due_at,
        max_marks, for_everyone, for_courses, for_years, for_roll_numbers, class_id, for_sections,
        created_by, is_demo, starter_code, can_step, shown_from, withdrawn_at)
      values (${assignment.title}, ${assignment.text},
        case when ${assignment.fileId}::text is not null then 'assignments' end,
        ${assignment.fileId}, ${assignment.fileName}, ${assignment.languageId}, ${assignment.dueAt},
        ${assignment.maxMarks}, ${audience.everyone}, ${audience.courses}, ${audience.years},
        stored_roll_numbers(${audience.rollNumbers}), ${classIdOf(audience)},
        ${sectionsOf(audience)},
        ${assignment.createdBy}, ${assignment.isDemo},
        ${assignment.starterCode}, ${assignment.canStep}, ${shownFromOf(showFrom)},
        case when ${showFrom !== 'now'} then clock_timestamp() end)
      returning id
    `,
  );
  if (!row) throw new Error('The assignment was not kept.');
  return row.id;
}

export function updateAssignment(db: Database, id: string, content: AssignmentContent) {
  const { audience } = content;
  return run(
    db,
    sql`
      update assignments
      set title = ${content.title}, text = ${content.text},
        file_bucket = case when ${content.fileId}::text is not null then 'assignments' end,
        file_id = ${content.fileId}, file_name = ${content.fileName},
        language_id = ${content.languageId}, due_at = ${content.dueAt},
        max_marks = ${content.maxMarks}, for_everyone = ${audience.everyone},
        for_courses = ${audience.courses}, for_years = ${audience.years},
        for_roll_numbers = stored_roll_numbers(${audience.rollNumbers}), class_id = ${classIdOf(audience)},
        for_sections = ${sectionsOf(audience)}, starter_code = ${content.starterCode}, can_step = ${content.canStep},
        updated_at = clock_timestamp()
      where id = ${id}
    `,
  );
}

/** Keeps the time of the first withdrawal. A prepared assignment is new when it is shown. */
export function updateWithdrawn(db: Database, id: string, isWithdrawn: boolean) {
  return run(
    db,
    sql`
      update assignments
      set withdrawn_at = case when ${isWithdrawn} then coalesce(withdrawn_at, clock_timestamp()) end,
        shown_from = null,
        updated_at = case when shown_from is null then updated_at else clock_timestamp() end
      where id = ${id}
    `,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isAssignmentId = (text: string): boolean => UUID.test(text);

/** The demo's work exists only while the demo is open. */
export const isThere = sql`
  (not assignment.is_demo or ${demoIsOpen})
`;

/** Work of archived classes does not count. */
export const isOfOpenClass = isNotArchived(sql`assignment.class_id`);

export function findAssignment(db: Database, id: string) {
  return first(
    db,
    Assignment,
    sql`
      select id, title, text, starter_code, file_id, file_name, language_id, due_at, max_marks,
        updated_at, withdrawn_at, for_everyone, for_courses, for_years, for_roll_numbers,
        class_id, for_sections, can_step,
        coalesce((select can_step from classes where classes.id = class_id), true) as class_can_step
      from assignments assignment
      where id = ${id}
        and ${isThere}
    `,
  );
}

/** Locks an assignment, so that versions and counts of concurrent hand-ins are correct. */
export async function lockAssignment(db: Database, id: string): Promise<boolean> {
  return (await run(db, sql`select 1 from assignments where id = ${id} for update`)) > 0;
}

/** Reports whether anyone has handed in. */
export async function hasHandIns(db: Database, id: string): Promise<boolean> {
  return (await run(db, sql`select 1 from hand_ins where assignment_id = ${id} limit 1`)) > 0;
}

/** Recounts the hand-ins of an assignment, in the transaction that changed them. */
export function updateCounts(db: Database, id: string) {
  return run(
    db,
    sql`
      update assignments
      set (submitted_count, marked_count) = (
        select count(*), count(marks)
        from hand_ins
        where assignment_id = ${id} and is_last
      )
      where id = ${id}
    `,
  );
}

export async function hasDemoAssignments(db: Database): Promise<boolean> {
  return (await run(db, sql`select 1 from assignments where is_demo limit 1`)) > 0;
}

/** The demo's people, by roll number. */
export function listDemoPeople(db: Database) {
  return all(
    db,
    z.object({ id: z.string(), role: z.int() }),
    sql`select id, role from people where is_demo order by id`,
  );
}
