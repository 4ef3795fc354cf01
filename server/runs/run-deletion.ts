import type { Pool } from 'pg';
import { recordAct } from '../platform/audit.ts';
import { inTransaction } from '../platform/database.ts';
import { statusOf } from './run-fields.ts';
import { deleteEndedRun } from './run-history.queries.ts';
import { badRequest } from './run-refusals.ts';
import { runSubject } from './run-stop.ts';
import type { RunRecord } from './runs.queries.ts';

/** Only a run that has ended is deleted. */
export async function deleteRun(
  pool: Pool,
  run: Pick<RunRecord, 'token' | 'status_id' | 'owner'>,
): Promise<void> {
  const { id, description } = statusOf(run.status_id);
  await inTransaction(pool, async (db) => {
    if (!(await deleteEndedRun(db, run.token))) {
      throw badRequest(`submission cannot be deleted because its status is ${id} (${description})`);
    }
    await recordAct(db, { action: 'delete-run', personId: run.owner, subject: runSubject(run) });
  });
}
