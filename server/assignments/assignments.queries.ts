import { z } from 'zod';
import {
  audienceColumns,
  classIdOf,
  sectionsOf,
  withAudience,
} from '../platform/access/audience-columns.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';
import { isNotArchived } from '../classes/classes.reads.ts';
import type { ShowFrom } from '@vlabs/contract/assignments/prepared';
import { shownFromOf } from './prepared.queries.ts';

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
  ...audienceColumns,
}).transform(withAudience);
export type Assignment = z.infer<typeof Assignment>;

export type AssignmentContent = Pick<
  Assignment,
  | 'title'
  | 'text'
  | 'starterCode'
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
        created_by, is_demo, starter_code, shown_from, withdrawn_at)
      values (${assignment.title}, ${assignment.text},
        case when ${assignment.fileId}::text is not null then 'assignments' end,
        ${assignment.fileId}, ${assignment.fileName}, ${assignment.languageId}, ${assignment.dueAt},
        ${assignment.maxMarks}, ${audience.everyone}, ${audience.courses}, ${audience.years},
        stored_roll_numbers(${audience.rollNumbers}), ${classIdOf(audience)},
        ${sectionsOf(audience)},
        ${assignment.createdBy}, ${assignment.isDemo},
        ${assignment.starterCode}, ${shownFromOf(showFrom)},
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
        for_sections = ${sectionsOf(audience)}, starter_code = ${content.starterCode},
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
        class_id, for_sections
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
