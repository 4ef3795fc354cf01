import { NotComparedReason } from '@vlabs/contract/similarity/similarity';
import { z } from 'zod';
import { resultsInScope } from '../classes/classes.reads.ts';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type Question, Subject } from './programs/subject.ts';
import { TaskState } from '@vlabs/contract/http/tasks';

const Id = z.object({ id: z.uuid() });

/** Condition: the rows of this table are about the subject. */
const isAbout = (subject: Subject, table: Sql): Sql =>
  'assignmentId' in subject
    ? sql`${table}.assignment_id = ${subject.assignmentId}`
    : sql`(${table}.quiz_id = ${subject.quizId} and ${table}.number = ${subject.number})`;

/** Changes the comparison if it is in this state; returns its id, or null. */
async function update(
  db: Database,
  subject: Subject,
  { set, isIn }: { set: Sql; isIn: Sql },
): Promise<string | null> {
  const changed = await first(
    db,
    Id,
    sql`
      update comparisons set ${set}
      where ${isAbout(subject, sql`comparisons`)} and ${isIn}
      returning id
    `,
  );
  return changed?.id ?? null;
}

const IS_UNDER_WAY = sql`state in ('waiting', 'running')`;
const IS_RUNNING = sql`state = 'running'`;

/** False if one is in progress. */
export async function askForComparison(
  db: Database,
  subject: Subject,
  askedBy: string,
): Promise<boolean> {
  const added = sql`
    set state = 'waiting', progress = 0, failure = '', asked_by = ${askedBy},
      asked_at = clock_timestamp()
    where comparisons.state not in ('waiting', 'running')
    returning id
  `;
  const asked =
    'assignmentId' in subject
      ? sql`
          insert into comparisons (id, assignment_id, asked_by)
          values (${subject.assignmentId}, ${subject.assignmentId}, ${askedBy})
          on conflict (assignment_id) do update ${added}
        `
      : sql`
          insert into comparisons (quiz_id, number, asked_by)
          values (${subject.quizId}, ${subject.number}, ${askedBy})
          on conflict (quiz_id, number) do update ${added}
        `;
  return (await first(db, Id, asked)) !== null;
}

/** Null if it is no longer wanted. */
export const updateBegun = (db: Database, subject: Subject) =>
  update(db, subject, { set: sql`state = 'running', progress = 0`, isIn: IS_UNDER_WAY });

/** Null if it was stopped. */
export const updateProgress = (db: Database, subject: Subject, progress: number) =>
  update(db, subject, { set: sql`progress = ${progress}`, isIn: IS_RUNNING });

/** Null if none was in progress. */
export const updateStopped = (db: Database, subject: Subject) =>
  update(db, subject, { set: sql`state = 'stopped'`, isIn: IS_UNDER_WAY });

export const updateFailed = (db: Database, subject: Subject, failure: string) =>
  update(db, subject, { set: sql`state = 'failed', failure = ${failure}`, isIn: IS_UNDER_WAY });

/** Locks it; null if it was stopped. */
export const updateDone = (db: Database, subject: Subject, leftOutHash: string) =>
  update(db, subject, {
    set: sql`
      state = 'done', progress = 1, compared_at = clock_timestamp(), left_out_hash = ${leftOutHash}
    `,
    isIn: IS_RUNNING,
  });

const Comparison = z.object({
  id: z.uuid(),
  state: TaskState,
  progress: z.number(),
  failure: z.string(),
  comparedAt: z.date().nullable(),
  leftOutHash: z.string(),
});

export function findComparison(db: Database, subject: Subject) {
  return first(
    db,
    Comparison,
    sql`
      select id, state, progress, failure, compared_at, left_out_hash
      from comparisons
      where ${isAbout(subject, sql`comparisons`)}
    `,
  );
}

const SubjectOfRow = z
  .object({
    assignmentId: z.uuid().nullable(),
    quizId: z.uuid().nullable(),
    number: z.int().nullable(),
  })
  .transform(({ assignmentId, quizId, number }) =>
    Subject.parse(assignmentId === null ? { quizId, number } : { assignmentId }),
  );

export function findSubject(db: Database, comparisonId: string) {
  return first(
    db,
    SubjectOfRow,
    sql`select assignment_id, quiz_id, number from comparisons where id = ${comparisonId}`,
  );
}

export async function deleteFound(db: Database, subject: Subject): Promise<void> {
  await run(db, sql`delete from similar_pairs where ${isAbout(subject, sql`similar_pairs`)}`);
  await run(
    db,
    sql`delete from compared_programs where ${isAbout(subject, sql`compared_programs`)}`,
  );
}

const columnsOf = (subject: Subject) =>
  'assignmentId' in subject
    ? {
        names: sql`assignment_id`,
        values: sql`${subject.assignmentId}::uuid`,
        program: sql`hand_in_id`,
        pair: sql`one_id, other_id`,
        id: sql`uuid`,
      }
    : {
        names: sql`quiz_id, number`,
        values: sql`${subject.quizId}::uuid, ${subject.number}::integer`,
        program: sql`person_id`,
        pair: sql`one_person_id, other_person_id`,
        id: sql`text`,
      };

/** Rows as JSON texts, which the database parses. */
export async function insertFound(
  db: Database,
  subject: Subject,
  found: { programs: string; pairs: string },
): Promise<void> {
  const { names, values, program, pair, id } = columnsOf(subject);
  await run(
    db,
    sql`
      insert into compared_programs (${names}, ${program}, receipt_sha256, language_id, reason,
        left_files, left_out, is_cut, nearest_id, highest)
      select ${values}, id, version, language, reason, "leftFiles", "leftOut", "isCut",
        ${'assignmentId' in subject ? sql`nearest` : sql`null::uuid`}, highest
      from jsonb_to_recordset(${found.programs}::jsonb) as program (id ${id}, version text,
        language smallint, reason text, "leftFiles" text[], "leftOut" real, "isCut" boolean,
        nearest ${id}, highest real)
    `,
  );
  await run(
    db,
    sql`
      insert into similar_pairs (${names}, ${pair}, language_id, similarity,
        part_of_one, part_of_other, shared_lines, longest_lines, fragments)
      select ${values}, one, other, language, similarity, "partOfOne", "partOfOther",
        "sharedLines", "longestLines", fragments
      from jsonb_to_recordset(${found.pairs}::jsonb) as pair (one ${id}, other ${id},
        language smallint, similarity real, "partOfOne" real, "partOfOther" real,
        "sharedLines" integer, "longestLines" integer, fragments jsonb)
    `,
  );
}

/** Condition: an existing hand-in, or a person's attempt at a test, is in scope. */
function isInScope(
  scope: AccessScope,
  subject: Subject,
  { handInId, personId }: { handInId: Sql; personId: Sql },
): Sql {
  if (scope.isUnlimited) return sql`true`;
  return 'assignmentId' in subject
    ? sql`exists (
        select from hand_ins reached
        join assignments work on work.id = reached.assignment_id
        where reached.id = ${handInId}
          and ${resultsInScope(scope, sql`work.class_id`, sql`reached.student_id`)})`
    : sql`exists (
        select from quizzes
        where unique_id = ${subject.quizId}
          and ${resultsInScope(scope, sql`quizzes.class_id`, personId)})`;
}

const Counted = z.object({ handIns: z.int(), newer: z.int() });

/** The last hand-ins of an assignment or submitted attempts of a test, and how many have not been compared. */
export async function countHandIns(db: Database, subject: Subject, scope: AccessScope) {
  const isIn = isInScope(scope, subject, {
    handInId: sql`hand_ins.id`,
    personId: sql`attempts.person_id`,
  });
  const counted = await first(
    db,
    Counted,
    'assignmentId' in subject
      ? sql`
          select count(*)::integer as hand_ins, (count(*) filter (where not exists (
              select 1 from compared_programs where hand_in_id = hand_ins.id)))::integer as newer
          from hand_ins
          where assignment_id = ${subject.assignmentId} and is_last and ${isIn}
        `
      : sql`
          select count(*)::integer as hand_ins, (count(*) filter (where not exists (
              select 1 from compared_programs program
              where ${isAbout(subject, sql`program`)} and program.person_id = attempts.person_id
                and program.receipt_sha256 = attempts.receipt_sha256)))::integer as newer
          from attempts
          where quiz_id = ${subject.quizId} and submitted_at is not null and erased_at is null
            and ${isIn}
        `,
  );
  if (!counted) throw new Error('The hand-ins could not be counted.');
  return counted;
}

const ComparedProgram = z.object({
  handInId: z.uuid().nullable(),
  studentId: z.string(),
  name: z.string(),
  language: z.int().nullable(),
  reason: NotComparedReason.nullable(),
  leftFiles: z.array(z.string()),
  leftOut: z.number(),
  isCut: z.boolean(),
  highest: z.number().nullable(),
});

/** By roll number. */
export function listComparedPrograms(db: Database, subject: Subject, scope: AccessScope) {
  return all(
    db,
    ComparedProgram,
    sql`
      select hand_in_id, student.id as student_id, student.name, program.language_id as language,
        nullif(reason, '') as reason, left_files, left_out, is_cut, highest
      from compared_programs program
      left join hand_ins on hand_ins.id = hand_in_id
      join people student on student.id = coalesce(hand_ins.student_id, program.person_id)
      where ${isAbout(subject, sql`program`)}
        and ${isInScope(scope, subject, { handInId: sql`hand_in_id`, personId: sql`program.person_id` })}
      order by lower(student.id), program.language_id
    `,
  );
}

const Figures = {
  language: z.int(),
  similarity: z.number(),
  partOfOne: z.number(),
  partOfOther: z.number(),
  sharedLines: z.int(),
  longestLines: z.int(),
};

const pairColumns = sql`
  coalesce(one_id::text, one_person_id) as one, coalesce(other_id::text, other_person_id) as other,
  pair.language_id as language, similarity, part_of_one, part_of_other, shared_lines, longest_lines
`;

/** Most similar first; with sections, pairs where both are in them. */
export function listSimilarPairs(db: Database, subject: Subject, scope: AccessScope) {
  const isIn = (handInId: Sql, personId: Sql) => isInScope(scope, subject, { handInId, personId });
  return all(
    db,
    z.object({ one: z.string(), other: z.string(), ...Figures }),
    sql`
      select ${pairColumns}
      from similar_pairs pair
      where ${isAbout(subject, sql`pair`)}
        and ${isIn(sql`one_id`, sql`one_person_id`)} and ${isIn(sql`other_id`, sql`other_person_id`)}
      order by similarity desc, longest_lines desc, one, other
    `,
  );
}

const Fragments = z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]));
const Pair = z.object({ one: z.string(), other: z.string(), ...Figures, fragments: Fragments });
export type FoundPair = z.infer<typeof Pair>;

/** Two programs, in either order. */
export interface AskedPair {
  one: string;
  other: string;
  language: number;
}

/** A pair of hand-ins. */
export function findSimilarPair(db: Database, { one, other, language }: AskedPair) {
  return first(
    db,
    Pair.extend({ assignmentId: z.uuid() }),
    sql`
      select assignment_id, ${pairColumns}, fragments
      from similar_pairs pair
      where language_id = ${language}
        and ((one_id = ${one} and other_id = ${other}) or (one_id = ${other} and other_id = ${one}))
    `,
  );
}

/** A pair of students in a question. */
export function findPairOfQuestion(
  db: Database,
  question: Question,
  { one, other, language }: AskedPair,
) {
  return first(
    db,
    Pair.extend({ isSubmittedAgain: z.boolean() }),
    sql`
      select ${pairColumns}, fragments, (
          select count(*) < 2
          from compared_programs program
          join attempts using (quiz_id, person_id, receipt_sha256)
          where ${isAbout(question, sql`program`)} and program.language_id = pair.language_id
            and program.person_id in (one_person_id, other_person_id)
        ) as is_submitted_again
      from similar_pairs pair
      where ${isAbout(question, sql`pair`)} and language_id = ${language}
        and array[lower(one_person_id), lower(other_person_id)]
          in (array[lower(${one}), lower(${other})], array[lower(${other}), lower(${one})])
    `,
  );
}

/** Deletes results about erased hand-ins. */
export async function eraseComparisonsOf(
  db: Database,
  handIns: readonly { handInId: string; assignmentId: string }[],
): Promise<void> {
  const ids = handIns.map(({ handInId }) => handInId);
  const assignmentIds = [...new Set(handIns.map(({ assignmentId }) => assignmentId))];
  await run(
    db,
    sql`
      delete from similar_pairs
      where assignment_id = any(${assignmentIds}::uuid[])
        and (one_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))
    `,
  );
  await run(db, sql`delete from compared_programs where hand_in_id = any(${ids}::uuid[])`);
}

/** Deletes results about the attempts whose timelines were erased in this transaction. */
export async function eraseComparisonsOfTimelines(db: Database): Promise<void> {
  await run(
    db,
    sql`
      delete from similar_pairs
      using attempts
      where attempts.quiz_id = similar_pairs.quiz_id and attempts.erased_at = now()
        and attempts.person_id in (one_person_id, other_person_id)
    `,
  );
  await run(
    db,
    sql`
      delete from compared_programs
      using attempts
      where attempts.quiz_id = compared_programs.quiz_id
        and attempts.person_id = compared_programs.person_id and attempts.erased_at = now()
    `,
  );
}
