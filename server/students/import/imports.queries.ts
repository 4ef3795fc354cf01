import { ColumnMatch, ListProblem } from '@vlabs/contract/students/student-lists';
import { z } from 'zod';
import type { MemberLine } from '../../classes/classes.reads.ts';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import type { ListRow, StudentList } from './lists/student-list.ts';

/** The admin's decisions about a list. */
export const HowToImport = z.object({
  /** Null if not given. */
  columnMatch: ColumnMatch.nullable().default(null),
  /** Imports doubtful lines too. */
  alsoDoubtful: z.boolean().default(false),
  /** The member list is complete for its classes: earlier members who are missing are removed. */
  endsMissing: z.boolean().default(false),
  /** Confirms the removal of many members. */
  endsMany: z.boolean().default(false),
  /** The term of the named classes; null if not given. */
  termId: z.uuid().nullable().default(null),
});
export type HowToImport = z.infer<typeof HowToImport>;

const ImportRecord = z.object({
  /** The admin who requested it. */
  personId: z.string(),
  importId: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  createdAt: z.date(),
  how: HowToImport,
  state: z.enum(['planned', 'waiting', 'running', 'done', 'failed', 'cancelled']),
  rowsTotal: z.int().nullable(),
  rowsDone: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  problems: z.array(ListProblem),
  failureCode: z.string().nullable(),
  failureMessage: z.string().nullable(),
  isCancelAsked: z.boolean(),
});
export type ImportRecord = z.infer<typeof ImportRecord>;

export function findImport(db: Database, importId: string) {
  return first(
    db,
    ImportRecord,
    sql`
      select id as import_id, person_id, file_id, file_name, created_at, how, state, rows_total,
        rows_done, added, changed, unchanged, problems, failure_code, failure_message,
        cancel_asked_at is not null as is_cancel_asked
      from student_imports
      where id = ${importId}
    `,
  );
}

export type NewImport = Pick<
  ImportRecord,
  'importId' | 'personId' | 'fileId' | 'fileName' | 'state' | 'how'
>;

export function insertImport(db: Database, listed: NewImport) {
  const { importId, personId, fileId, fileName, state, how } = listed;
  return run(
    db,
    sql`
      insert into student_imports (id, person_id, file_id, file_name, state, how)
      values (${importId}, ${personId}, ${fileId}, ${fileName}, ${state},
        ${JSON.stringify(how)}::jsonb)
    `,
  );
}

/** Locks a planned import of this person; null if it is applied or gone. */
export function findPlanned(db: Database, importId: string, personId: string) {
  return first(
    db,
    ImportRecord.pick({ importId: true, fileId: true, fileName: true, how: true }),
    sql`
      select id as import_id, file_id, file_name, how
      from student_imports
      where id = ${importId} and person_id = ${personId} and state = 'planned'
      for update
    `,
  );
}

export function updatePlanned(db: Database, importId: string, how: HowToImport) {
  return run(
    db,
    sql`
      update student_imports set how = ${JSON.stringify(how)}::jsonb
      where id = ${importId} and state = 'planned'
    `,
  );
}

/** A planned import waits for its job. */
export function updateApplied(db: Database, importId: string, how: HowToImport) {
  return run(
    db,
    sql`
      update student_imports set state = 'waiting', how = ${JSON.stringify(how)}::jsonb
      where id = ${importId}
    `,
  );
}

/** Deletes one planned import, or those of a person except for the newest. Returns their files. */
export async function deletePlanned(
  db: Database,
  of: { importId: string } | { personId: string; newest: number },
): Promise<string[]> {
  const meant =
    'importId' in of
      ? sql`id = ${of.importId}`
      : sql`id in (
          select id from student_imports
          where person_id = ${of.personId} and state = 'planned'
          order by created_at desc
          offset ${of.newest}
        )`;
  const deleted = await all(
    db,
    z.object({ fileId: z.string() }),
    sql`delete from student_imports where ${meant} and state = 'planned' returning file_id`,
  );
  return deleted.map(({ fileId }) => fileId);
}

/** A part of a parsed list; the last one completes it. We wrote it, so only its outline is checked. */
export const ListPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<ListRow[]>(Array.isArray) }),
  z.object({ kind: z.literal('members'), members: z.custom<MemberLine[]>(Array.isArray) }),
  z.object({
    kind: z.literal('read-members'),
    problems: z.custom<ListProblem[]>(Array.isArray),
  }),
  z.object({
    kind: z.literal('read'),
    read: z.custom<Omit<StudentList, 'rows'>>(
      (value) => typeof value === 'object' && value !== null,
    ),
  }),
]);
export type ListPart = z.infer<typeof ListPart>;

export function insertPart(
  db: Database,
  importId: string,
  { number, part }: { number: number; part: ListPart },
) {
  return run(
    db,
    sql`
      insert into student_import_parts (import_id, number, listed)
      values (${importId}, ${number}, ${JSON.stringify(part)}::json)
    `,
  );
}

/** The next parts of a planned list, in order. */
export function listParts(
  db: Database,
  importId: string,
  { from, max }: { from: number; max: number },
) {
  return all(
    db,
    z.object({ part: ListPart }),
    sql`
      select listed as part from student_import_parts
      where import_id = ${importId} and number >= ${from}
      order by number
      limit ${max}
    `,
  );
}

export function deleteParts(db: Database, importId: string) {
  return run(db, sql`delete from student_import_parts where import_id = ${importId}`);
}

/** False if it is cancelled or has ended. */
export async function updateProgress(
  db: Database,
  importId: string,
  { rowsTotal, rowsDone }: { rowsTotal: number | null; rowsDone: number },
): Promise<boolean> {
  const updated = await run(
    db,
    sql`
      update student_imports
      set state = 'running', rows_total = ${rowsTotal}, rows_done = ${rowsDone}
      where id = ${importId} and finished_at is null and cancel_asked_at is null
    `,
  );
  return updated === 1;
}

export interface Ending {
  state: 'done' | 'failed' | 'cancelled';
  added?: number;
  changed?: number;
  unchanged?: number;
  problems?: ListProblem[];
  failure?: { code: string; message: string };
}

/** In the transaction that writes the students. */
export function finishImport(db: Database, importId: string, ending: Ending) {
  const { state, added = 0, changed = 0, unchanged = 0, problems = [], failure } = ending;
  return run(
    db,
    sql`
      update student_imports
      set state = ${state}, finished_at = now(), added = ${added}, changed = ${changed},
        unchanged = ${unchanged}, problems = ${JSON.stringify(problems)}::jsonb,
        rows_done = case when ${state} = 'done' then coalesce(rows_total, 0) else rows_done end,
        failure_code = ${failure?.code ?? null}, failure_message = ${failure?.message ?? null}
      where id = ${importId} and finished_at is null
    `,
  );
}

/** Changes no row if it has ended. */
export function updateCancelAsked(db: Database, importId: string) {
  return run(
    db,
    sql`
      update student_imports set cancel_asked_at = coalesce(cancel_asked_at, now())
      where id = ${importId} and finished_at is null
    `,
  );
}

const Kept = z.object({ columnMatch: ColumnMatch });

/** The last match for a list with these headings. */
export async function findColumnMatch(db: Database, headings: string): Promise<ColumnMatch | null> {
  const kept = await first(
    db,
    Kept,
    sql`select column_match from column_matches where headings = ${headings}`,
  );
  return kept?.columnMatch ?? null;
}

export function upsertColumnMatch(db: Database, headings: string, columnMatch: ColumnMatch) {
  return run(
    db,
    sql`
      insert into column_matches (headings, column_match)
      values (${headings}, ${JSON.stringify(columnMatch)}::jsonb)
      on conflict (headings) do update
      set column_match = excluded.column_match
    `,
  );
}
