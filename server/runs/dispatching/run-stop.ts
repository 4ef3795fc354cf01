import type { Pool } from 'pg';
import { recordAct } from '../../platform/audit.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { STATUS_IN_QUEUE, stoppedRun } from '../run-result.ts';
import type { RunWatch } from './run-watch.ts';
import { finishRun } from '../runs.queries.ts';
import type { Run } from '../stored-run.ts';

/** What the server that has a run run is given to end it and to keep what it brought. */
const TIMEOUT_MS = 1500;

/** A run as the audit log names it. */
export const runSubject = ({ token }: Pick<Run, 'token'>) => ({
  kind: 'run' as const,
  id: token,
  name: 'a run',
});

/**
 * Ends a run wherever it is, and is done when it has ended. One that is under way keeps what it has
 * printed; one that nobody ends in time, because its server or runner is gone, ends without.
 */
export async function stopRun(
  { pool, watch }: { pool: Pool; watch: RunWatch },
  run: Pick<Run, 'token' | 'statusId' | 'finishedAt' | 'owner'>,
  caller: Caller,
): Promise<void> {
  const { token, statusId, finishedAt, owner } = run;
  if (finishedAt) return;
  if (owner !== caller.id) {
    const act = { action: 'stop-run' as const, personId: owner, subject: runSubject(run) };
    await inTransaction(pool, (db) => recordAct(db, act));
  }
  if (statusId !== STATUS_IN_QUEUE) {
    const { woken, cancel } = watch.waitForEnd(token);
    const timer = setTimeout(cancel, TIMEOUT_MS);
    watch.askToStop(token);
    await woken;
    clearTimeout(timer);
    cancel();
  }
  // The first result stays, so this changes only a run that has not ended.
  watch.end(token, await finishRun(pool, token, stoppedRun()));
}
