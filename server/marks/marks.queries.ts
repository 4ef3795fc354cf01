import { Arrangement } from '@vlabs/contract/marks/arrangement';
import { z } from 'zod';
import { isBeingJudged } from '../attempts/attempts.reads.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';
import { resultsInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { fullScore } from '../quizzes/quizzes.reads.ts';

const SheetClass = z.object({
  classId: z.uuid(),
  name: z.string(),
  subject: z.string(),
  term: z.string(),
  state: z.enum(['open', 'archived']),
  /** 0 if the sheet is not arranged. */
  version: z.int(),
  arrangement: Arrangement.nullable(),
});
export type SheetClass = z.infer<typeof SheetClass>;

/** A class and the arrangement of its sheet, or null. */
export function findSheetClass(db: Database, classId: string) {
  return first(
    db,
    SheetClass,
    sql`
      select classes.id as class_id, classes.name, subject, terms.name as term, state,
        coalesce(version, 0) as version, arrangement
      from classes
      join terms on terms.id = term_id
      left join marks_sheets on marks_sheets.class_id = classes.id
      where classes.id = ${classId}
    `,
  );
}

/** Saves an arrangement that was made from this version; returns the next version, or null if it has changed. */
export async function upsertArrangement(
  db: Database,
  classId: string,
  { version, arrangement }: { version: number; arrangement: Arrangement },
): Promise<number | null> {
  const stored = JSON.stringify(arrangement);
  const saved = await first(
    db,
    z.object({ version: z.int() }),
    version === 0
      ? sql`
          insert into marks_sheets (class_id, arrangement, version)
          values (${classId}, ${stored}::jsonb, 1)
          on conflict do nothing
          returning version
        `
      : sql`
          update marks_sheets
          set arrangement = ${stored}::jsonb, version = version + 1
          where class_id = ${classId} and version = ${version}
          returning version
        `,
  );
  return saved?.version ?? null;
}

export async function isStudentOf(
  db: Database,
  classId: string,
  personId: string,
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1 from class_members
      where class_id = ${classId} and person_id = ${personId} and role = 'student'
        and left_at is null
    `,
  );
  return found > 0;
}

const SheetQuiz = z.object({
  quizId: z.uuid(),
  title: z.string(),
  maxMarks: z.number(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeLimitSeconds: z.int(),
  scoreOpens: z.enum(['at_once', 'at_end', 'never']),
  answersOpen: z.enum(['at_end', 'never']),
  isBeingJudged: z.boolean(),
});
export type SheetQuiz = z.infer<typeof SheetQuiz>;

/** The published quizzes of a class, by End. */
export function listSheetQuizzes(db: Database, classId: string, max: number) {
  return all(
    db,
    SheetQuiz,
    sql`
      select unique_id as quiz_id, coalesce(nullif(topic, ''), subject_id) as title,
        ${fullScore} as max_marks, starts_at, ends_at, time_limit_seconds, score_opens, answers_open,
        ${isBeingJudged(sql`quizzes.unique_id`)} as is_being_judged
      from quizzes
      where class_id = ${classId} and status = 'published' and (not is_demo or ${demoIsOpen})
      order by ends_at, unique_id
      limit ${max}
    `,
  );
}

const SheetAssignment = z.object({
  id: z.uuid(),
  title: z.string(),
  maxMarks: z.number(),
  dueAt: z.date().nullable(),
  createdAt: z.date(),
});
export type SheetAssignment = z.infer<typeof SheetAssignment>;

/** The assignments of a class that are not withdrawn. */
export function listSheetAssignments(db: Database, classId: string, max: number) {
  return all(
    db,
    SheetAssignment,
    sql`
      select id, title, max_marks, due_at, created_at
      from assignments
      where class_id = ${classId} and withdrawn_at is null and (not is_demo or ${demoIsOpen})
      order by due_at, id
      limit ${max}
    `,
  );
}

const EnrolledStudent = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  course: z.string(),
  year: z.string(),
  sectionIds: z.array(z.uuid()),
  sections: z.array(z.string()),
});
export type EnrolledStudent = z.infer<typeof EnrolledStudent>;

interface WhichStudents {
  scope: AccessScope;
  /** Only this one; null for all in scope. */
  personId: string | null;
  max: number;
}

/** The students of a class now, by roll number. */
export function listEnrolled(
  db: Database,
  classId: string,
  { scope, personId, max }: WhichStudents,
) {
  return all(
    db,
    EnrolledStudent,
    sql`
      select student.id as person_id, student.name, student.email, student.course,
        student.graduation_year as year, own.ids as section_ids, own.names as sections
      from class_members member
      join student_records student on student.id = member.person_id
      cross join lateral (
        select coalesce(array_agg(sections.id order by sections.name collate in_words), '{}') as ids,
          coalesce(array_agg(sections.name order by sections.name collate in_words), '{}') as names
        from member_sections
        join sections on sections.id = member_sections.section_id
        where member_sections.class_id = member.class_id
          and member_sections.person_id = member.person_id
      ) own
      where member.class_id = ${classId} and member.left_at is null and member.role = 'student'
        and ${resultsInScope(scope, sql`member.class_id`, sql`member.person_id`)}
        and (${personId}::text is null or member.person_id = ${personId})
      order by student.id collate in_words, student.id
      limit ${max}
    `,
  );
}

/** The groups that each work is for, as `groupsOfStudent` names them. */
export function listWorkGroups(db: Database, workIds: readonly string[]) {
  return all(
    db,
    z.object({ workId: z.uuid(), groups: z.array(z.string()) }),
    sql`
      select work_id, array_agg(group_name) as groups
      from work_audience
      where is_current and work_id = any(${workIds}::uuid[])
      group by work_id
    `,
  );
}

/** What students did of one work, as parallel lists. */
const Done = z.object({
  workId: z.uuid(),
  people: z.array(z.string()),
  areDone: z.array(z.boolean()),
  marks: z.array(z.number().nullable()),
});
export type Done = z.infer<typeof Done>;

/** The attempts of quizzes: all, or one person's. Done if submitted. */
export function listAttemptMarks(
  db: Database,
  quizIds: readonly string[],
  personId: string | null,
) {
  return all(
    db,
    Done,
    sql`
      select quiz_id as work_id, array_agg(person_id order by person_id) as people,
        array_agg(submitted_at is not null order by person_id) as are_done,
        array_agg(score order by person_id) as marks
      from attempts
      where quiz_id = any(${quizIds}::uuid[])
        and (${personId}::text is null or person_id = ${personId})
      group by quiz_id
    `,
  );
}

/** The last hand-ins of assignments: all, or one person's. */
export function listHandInMarks(
  db: Database,
  assignmentIds: readonly string[],
  personId: string | null,
) {
  return all(
    db,
    Done,
    sql`
      select assignment_id as work_id, array_agg(student_id order by student_id) as people,
        array_agg(true) as are_done, array_agg(marks order by student_id) as marks
      from hand_ins
      where is_last and assignment_id = any(${assignmentIds}::uuid[])
        and (${personId}::text is null or student_id = ${personId})
      group by assignment_id
    `,
  );
}
