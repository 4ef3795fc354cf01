import { statusOf } from '@vlabs/contract/runs/judge0';
import type { Pool } from 'pg';
import { recordAct } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { PublicError } from '../../platform/errors.ts';
import { deleteEndedRun } from '../store/run-history.queries.ts';
import { runSubject } from '../dispatching/run-stop.ts';
import type { Run } from '../store/run.ts';

/** Deletes a run that has ended. */
export async function deleteRun(
  pool: Pool,
  run: Pick<Run, 'token' | 'driver' | 'result' | 'owner'>,
): Promise<void> {
  const { id, description } = statusOf({ isWaiting: run.driver === null, ending: run.result });
  await inTransaction(pool, async (db) => {
    if (!(await deleteEndedRun(db, run.token))) {
      const why = `submission cannot be deleted because its status is ${id} (${description})`;
      throw new PublicError(400, 'not_ended', why);
    }
    await recordAct(db, { action: 'delete-run', personId: run.owner, subject: runSubject(run) });
  });
}
