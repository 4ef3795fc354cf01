import { NotComparedReason } from '@vlabs/contract/assignments/similarity';
import { TaskState } from '@vlabs/contract/tasks';
import { z } from 'zod';
import { resultsInScope } from '../classes/classes.reads.ts';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';

/** False if one is in progress. */
export async function askForComparison(
  db: Database,
  { assignmentId, askedBy }: { assignmentId: string; askedBy: string },
): Promise<boolean> {
  const asked = await run(
    db,
    sql`
      insert into comparisons (assignment_id, asked_by)
      values (${assignmentId}, ${askedBy})
      on conflict (assignment_id) do update
      set state = 'waiting', progress = 0, failure = '', asked_by = ${askedBy},
        asked_at = clock_timestamp()
      where comparisons.state not in ('waiting', 'running')
    `,
  );
  return asked > 0;
}

/** False if it is no longer wanted. */
export async function updateBegun(db: Database, assignmentId: string): Promise<boolean> {
  const begun = await run(
    db,
    sql`
      update comparisons set state = 'running', progress = 0
      where assignment_id = ${assignmentId} and state in ('waiting', 'running')
    `,
  );
  return begun > 0;
}

/** False if it was stopped. */
export async function updateProgress(
  db: Database,
  assignmentId: string,
  progress: number,
): Promise<boolean> {
  const updated = await run(
    db,
    sql`
      update comparisons set progress = ${progress}
      where assignment_id = ${assignmentId} and state = 'running'
    `,
  );
  return updated > 0;
}

/** False if none was in progress. */
export async function updateStopped(db: Database, assignmentId: string): Promise<boolean> {
  const stopped = await run(
    db,
    sql`
      update comparisons set state = 'stopped'
      where assignment_id = ${assignmentId} and state in ('waiting', 'running')
    `,
  );
  return stopped > 0;
}

export function updateFailed(db: Database, assignmentId: string, failure: string) {
  return run(
    db,
    sql`
      update comparisons set state = 'failed', failure = ${failure}
      where assignment_id = ${assignmentId} and state in ('waiting', 'running')
    `,
  );
}

/** Locks it; false if it was stopped. */
export async function updateDone(
  db: Database,
  { assignmentId, leftOutHash }: { assignmentId: string; leftOutHash: string },
): Promise<boolean> {
  const done = await run(
    db,
    sql`
      update comparisons
      set state = 'done', progress = 1, compared_at = clock_timestamp(),
        left_out_hash = ${leftOutHash}
      where assignment_id = ${assignmentId} and state = 'running'
    `,
  );
  return done > 0;
}

export async function deleteFound(db: Database, assignmentId: string): Promise<void> {
  await run(db, sql`delete from similar_pairs where assignment_id = ${assignmentId}`);
  await run(db, sql`delete from compared_programs where assignment_id = ${assignmentId}`);
}

/** Rows as JSON texts, which the database parses. */
export async function insertFound(
  db: Database,
  assignmentId: string,
  found: { programs: string; pairs: string },
): Promise<void> {
  await run(
    db,
    sql`
      insert into compared_programs (assignment_id, hand_in_id, language_id, reason, left_files,
        left_out, is_cut, nearest_id, highest)
      select ${assignmentId}, "handInId", language, reason, "leftFiles", "leftOut", "isCut",
        nearest, highest
      from jsonb_to_recordset(${found.programs}::jsonb) as program ("handInId" uuid,
        language smallint, reason text, "leftFiles" text[], "leftOut" real, "isCut" boolean,
        nearest uuid, highest real)
    `,
  );
  await run(
    db,
    sql`
      insert into similar_pairs (assignment_id, one_id, other_id, language_id, similarity,
        part_of_one, part_of_other, shared_lines, longest_lines, fragments)
      select ${assignmentId}, one, other, language, similarity, "partOfOne", "partOfOther",
        "sharedLines", "longestLines", fragments
      from jsonb_to_recordset(${found.pairs}::jsonb) as pair (one uuid, other uuid,
        language smallint, similarity real, "partOfOne" real, "partOfOther" real,
        "sharedLines" integer, "longestLines" integer, fragments jsonb)
    `,
  );
}

const Comparison = z.object({
  state: TaskState,
  progress: z.number(),
  failure: z.string(),
  comparedAt: z.date().nullable(),
  leftOutHash: z.string(),
});

export function findComparison(db: Database, assignmentId: string) {
  return first(
    db,
    Comparison,
    sql`
      select state, progress, failure, compared_at, left_out_hash
      from comparisons
      where assignment_id = ${assignmentId}
    `,
  );
}

/** Reports whether an existing hand-in is in scope. */
const isHandInIn = (scope: AccessScope, handInId: Sql) =>
  scope.isUnlimited
    ? sql`true`
    : sql`exists (
        select from hand_ins reached
        join assignments work on work.id = reached.assignment_id
        where reached.id = ${handInId} and ${resultsInScope(scope, sql`work.class_id`, sql`reached.student_id`)})`;

/** The last hand-ins of an assignment, and how many have not been compared. */
export async function countHandIns(db: Database, assignmentId: string, scope: AccessScope) {
  const counted = await first(
    db,
    z.object({ handIns: z.int(), newer: z.int() }),
    sql`
      select count(*)::integer as hand_ins, (count(*) filter (where not exists (
          select 1 from compared_programs where hand_in_id = hand_ins.id)))::integer as newer
      from hand_ins
      where assignment_id = ${assignmentId} and is_last and ${isHandInIn(scope, sql`hand_ins.id`)}
    `,
  );
  if (!counted) throw new Error('The hand-ins could not be counted.');
  return counted;
}

const ComparedHandIn = z.object({
  handInId: z.uuid(),
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
export function listComparedHandIns(db: Database, assignmentId: string, scope: AccessScope) {
  return all(
    db,
    ComparedHandIn,
    sql`
      select hand_in_id, student.id as student_id, student.name, program.language_id as language,
        nullif(reason, '') as reason, left_files, left_out, is_cut, highest
      from compared_programs program
      join hand_ins on hand_ins.id = hand_in_id
      join people student on student.id = student_id
      where program.assignment_id = ${assignmentId} and ${isHandInIn(scope, sql`hand_in_id`)}
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
  one_id as one, other_id as other, language_id as language, similarity, part_of_one, part_of_other,
  shared_lines, longest_lines
`;

/** Most similar first; with sections, pairs where both are in them. */
export function listSimilarPairs(db: Database, assignmentId: string, scope: AccessScope) {
  return all(
    db,
    z.object({ one: z.uuid(), other: z.uuid(), ...Figures }),
    sql`
      select ${pairColumns}
      from similar_pairs
      where assignment_id = ${assignmentId}
        and ${isHandInIn(scope, sql`one_id`)} and ${isHandInIn(scope, sql`other_id`)}
      order by similarity desc, longest_lines desc, one_id, other_id
    `,
  );
}

const Fragments = z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]));
const Pair = z.object({
  assignmentId: z.uuid(),
  one: z.uuid(),
  other: z.uuid(),
  ...Figures,
  fragments: Fragments,
});

/** In either order. */
export function findSimilarPair(
  db: Database,
  { one, other, language }: { one: string; other: string; language: number },
) {
  return first(
    db,
    Pair,
    sql`
      select assignment_id, ${pairColumns}, fragments
      from similar_pairs
      where language_id = ${language}
        and ((one_id = ${one} and other_id = ${other}) or (one_id = ${other} and other_id = ${one}))
    `,
  );
}
