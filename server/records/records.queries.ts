import { RecordSettings, type WorkOfExperiment } from '@vlabs/contract/records/records';
import { z } from 'zod';
import { isBeingJudged } from '../attempts/attempts.reads.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';
import { resultsInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { isNotHeld } from '../platform/erasure.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const RecordClass = z.object({
  classId: z.uuid(),
  name: z.string(),
  subject: z.string(),
  term: z.string(),
  department: z.string(),
  state: z.enum(['open', 'archived']),
  /** 0 if it was never saved. */
  version: z.int(),
  settings: RecordSettings.nullable(),
});
export type RecordClass = z.infer<typeof RecordClass>;

export function findRecordClass(db: Database, classId: string) {
  return first(
    db,
    RecordClass,
    sql`
      select classes.id as class_id, classes.name, subject, terms.name as term, department, state,
        coalesce(version, 0) as version, settings
      from classes
      join terms on terms.id = term_id
      left join lab_records on lab_records.class_id = classes.id
      where classes.id = ${classId}
    `,
  );
}

/** Saves settings that were made from this version; returns the next version, or null if it has changed. */
export async function upsertSettings(
  db: Database,
  classId: string,
  { version, settings }: { version: number; settings: RecordSettings },
): Promise<number | null> {
  const stored = JSON.stringify(settings);
  const saved = await first(
    db,
    z.object({ version: z.int() }),
    version === 0
      ? sql`
          insert into lab_records (class_id, settings, version)
          values (${classId}, ${stored}::jsonb, 1)
          on conflict do nothing
          returning version
        `
      : sql`
          update lab_records
          set settings = ${stored}::jsonb, version = version + 1
          where class_id = ${classId} and version = ${version}
          returning version
        `,
  );
  return saved?.version ?? null;
}

const RecordAssignment = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  maxMarks: z.number(),
  /** Of the first test case that students see; null if there is none. */
  sampleInput: z.string().nullable(),
});
export type RecordAssignment = z.infer<typeof RecordAssignment>;

/** The assignments of a class that are not withdrawn, in the order in which they were written. */
export function listAssignmentsOfRecord(db: Database, classId: string) {
  return all(
    db,
    RecordAssignment,
    sql`
      select id, title, text, max_marks, sample.input as sample_input
      from assignments
      left join lateral (
        select input from assignment_tests
        where assignment_id = assignments.id and not is_hidden
        order by number
        limit 1
      ) sample on true
      where class_id = ${classId} and withdrawn_at is null and (not is_demo or ${demoIsOpen})
      order by created_at, id
      limit 500
    `,
  );
}

const RecordQuiz = z.object({
  quizId: z.uuid(),
  title: z.string(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeLimitSeconds: z.int(),
  scoreOpens: z.enum(['at_once', 'at_end', 'never']),
  answersOpen: z.enum(['at_end', 'never']),
  isBeingJudged: z.boolean(),
});
export type RecordQuiz = z.infer<typeof RecordQuiz>;

/** The published tests of a class that ask for programs, by Start. */
export function listQuizzesOfRecord(db: Database, classId: string) {
  return all(
    db,
    RecordQuiz,
    sql`
      select unique_id as quiz_id, coalesce(nullif(topic, ''), subject_id) as title, starts_at,
        ends_at, time_limit_seconds, score_opens, answers_open,
        ${isBeingJudged(sql`quizzes.unique_id`)} as is_being_judged
      from quizzes
      where class_id = ${classId} and status = 'published' and judged_kinds <> '{}'
        and (not is_demo or ${demoIsOpen})
      order by starts_at, unique_id
      limit 200
    `,
  );
}

const RecordStudent = z.object({
  personId: z.string(),
  name: z.string(),
  sections: z.array(z.string()),
});
export type RecordStudent = z.infer<typeof RecordStudent>;

/** The students of a class now, in scope, by roll number: all, or one. */
export function listStudentsOfRecord(
  db: Database,
  classId: string,
  { scope, personId }: { scope: AccessScope; personId: string | null },
) {
  return all(
    db,
    RecordStudent,
    sql`
      select member.person_id, people.name, array(
        select sections.name
        from member_sections
        join sections on sections.id = member_sections.section_id
        where member_sections.class_id = member.class_id
          and member_sections.person_id = member.person_id
        order by sections.name collate in_words
      ) as sections
      from class_members member
      join people on people.id = member.person_id
      where member.class_id = ${classId} and member.left_at is null and member.role = 'student'
        and ${resultsInScope(scope, sql`member.class_id`, sql`member.person_id`)}
        and (${personId}::text is null or lower(member.person_id) = lower(${personId}))
      order by member.person_id collate in_words, member.person_id
      limit 2000
    `,
  );
}

const RecordHandIn = z.object({
  workId: z.uuid(),
  personId: z.string(),
  source: z.string().nullable(),
  languageId: z.int().nullable(),
  text: z.string().nullable(),
  fileNames: z.array(z.string()),
  handedInAt: z.date(),
  marks: z.number().nullable(),
  comment: z.string(),
});
export type RecordHandIn = z.infer<typeof RecordHandIn>;

/** The last hand-ins of some students. */
export function listHandInsOfRecord(
  db: Database,
  assignmentIds: readonly string[],
  personIds: readonly string[],
) {
  return all(
    db,
    RecordHandIn,
    sql`
      select assignment_id as work_id, student_id as person_id, source, language_id, text,
        array(
          select files.name
          from hand_in_files
          join files on files.bucket_id = file_bucket and files.id = file_id
          where hand_in_id = hand_ins.id
          order by number
        ) as file_names,
        handed_in_at, marks, comment
      from hand_ins
      where is_last and erased_at is null and assignment_id = any(${assignmentIds}::uuid[])
        and student_id = any(${personIds}::text[])
    `,
  );
}

const RecordText = z.object({
  personId: z.string(),
  workId: z.uuid(),
  question: z.int(),
  algorithm: z.string(),
  input: z.string().nullable(),
});

/** What some students wrote for their records themselves. */
export function listTexts(db: Database, classId: string, personIds: readonly string[]) {
  return all(
    db,
    RecordText,
    sql`
      select person_id, work_id, question, algorithm, input
      from record_texts
      where class_id = ${classId} and person_id = any(${personIds}::text[])
    `,
  );
}

export function upsertText(
  db: Database,
  { classId, personId, workId, question }: RecordKey,
  { algorithm, input }: { algorithm: string; input: string | null },
) {
  return run(
    db,
    sql`
      insert into record_texts (class_id, person_id, work_id, question, algorithm, input)
      values (${classId}, ${personId}, ${workId}, ${question}, ${algorithm}, ${input})
      on conflict (class_id, person_id, work_id, question) do update
      set algorithm = excluded.algorithm, input = excluded.input, changed_at = now()
    `,
  );
}

export interface RecordKey extends WorkOfExperiment {
  classId: string;
  personId: string;
}

const RecordOutput = z.object({
  personId: z.string(),
  workId: z.uuid(),
  question: z.int(),
  runSha256: z.string(),
  output: z.string(),
  failure: z.string().nullable(),
});
export type RecordOutput = z.infer<typeof RecordOutput>;

export function listOutputs(db: Database, classId: string, personIds: readonly string[]) {
  return all(
    db,
    RecordOutput,
    sql`
      select person_id, work_id, question, run_sha256, output, failure
      from record_outputs
      where class_id = ${classId} and person_id = any(${personIds}::text[])
    `,
  );
}

export function upsertOutput(
  db: Database,
  { classId, personId, workId, question }: RecordKey,
  { runSha256, output, failure }: Pick<RecordOutput, 'runSha256' | 'output' | 'failure'>,
) {
  return run(
    db,
    sql`
      insert into record_outputs (class_id, person_id, work_id, question, run_sha256, output, failure)
      values (${classId}, ${personId}, ${workId}, ${question}, ${runSha256}, ${output}, ${failure})
      on conflict (class_id, person_id, work_id, question) do update
      set run_sha256 = excluded.run_sha256, output = excluded.output, failure = excluded.failure,
        made_at = now()
    `,
  );
}

/** Deletes texts and outputs of records when the rule for work erases the work of their class. */
export async function eraseRecords(db: Database, max: number): Promise<number> {
  const texts = await run(
    db,
    sql`
      delete from record_texts
      where (class_id, person_id, work_id, question) in (
        select class_id, person_id, work_id, question
        from record_texts
        where end_of_work(class_id, changed_at) < goes_before('work')
          and ${isNotHeld(sql`person_id`)}
        limit ${max}
      )
    `,
  );
  const outputs = await run(
    db,
    sql`
      delete from record_outputs
      where (class_id, person_id, work_id, question) in (
        select class_id, person_id, work_id, question
        from record_outputs
        where end_of_work(class_id, made_at) < goes_before('work')
          and ${isNotHeld(sql`person_id`)}
        limit ${max}
      )
    `,
  );
  return texts + outputs;
}

const OwnText = z.object({
  classId: z.uuid(),
  workId: z.uuid(),
  question: z.int(),
  algorithm: z.string(),
  input: z.string().nullable(),
  changedAt: z.date(),
});

/** For the person's data download. */
export function listOwnTexts(db: Database, personId: string) {
  return all(
    db,
    OwnText,
    sql`
      select class_id, work_id, question, algorithm, input, changed_at
      from record_texts
      where person_id = ${personId}
      order by class_id, work_id, question
    `,
  );
}
