import { TaskState } from '@vlabs/contract/http/tasks';
import { z } from 'zod';
import { type Database, type Sql, first, sql } from '../platform/postgres/database.ts';
import { Subject } from './programs/subject.ts';

const Id = z.object({ id: z.uuid() });

/** Condition: the rows of this table are about the subject. */
export const isAbout = (subject: Subject, table: Sql): Sql =>
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
