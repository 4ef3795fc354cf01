import { ListProblem } from '@vlabs/contract/people/student-lists';
import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

const ImportRecord = z.object({
  /** The admin who requested it. */
  personId: z.string(),
  importId: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  createdAt: z.date(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
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
      select id as import_id, person_id, file_id, file_name, created_at, state, rows_total,
        rows_done, added, changed, unchanged, problems, failure_code, failure_message,
        cancel_asked_at is not null as is_cancel_asked
      from student_imports
      where id = ${importId}
    `,
  );
}

export function insertImport(
  db: Database,
  {
    importId,
    personId,
    fileId,
    fileName,
  }: Record<'importId' | 'personId' | 'fileId' | 'fileName', string>,
) {
  return run(
    db,
    sql`
      insert into student_imports (id, person_id, file_id, file_name)
      values (${importId}, ${personId}, ${fileId}, ${fileName})
    `,
  );
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
