import type { Pool } from 'pg';
import { recordAct } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Caller } from '../../platform/http/serve.ts';
import type { RunWatch } from './run-watch.ts';
import { finishRun } from '../store/runs.queries.ts';
import { type Run, stoppedRun } from '../store/run.ts';

/** Time for the executing server to end the run and save its output. */
const TIMEOUT_MS = 1500;

/** Identifies a run in the audit log. */
export const runSubject = ({ token }: Pick<Run, 'token'>) => ({
  kind: 'run' as const,
  id: token,
  name: 'a run',
});

/**
 * Stops a run on any server and returns when it has ended. A running program keeps its output. If
 * its server or runner does not respond in time, the run ends without output.
 */
export async function stopRun(
  { pool, watch }: { pool: Pool; watch: RunWatch },
  run: Pick<Run, 'token' | 'driver' | 'finishedAt' | 'owner'>,
  caller: Caller,
): Promise<void> {
  const { token, driver, finishedAt, owner } = run;
  if (finishedAt) return;
  if (owner !== caller.id) {
    const act = { action: 'stop-run' as const, personId: owner, subject: runSubject(run) };
    await inTransaction(pool, (db) => recordAct(db, act));
  }
  if (driver !== null) {
    const { woken, cancel } = watch.waitForEnd(token);
    const timer = setTimeout(cancel, TIMEOUT_MS);
    watch.askToStop(token);
    await woken;
    clearTimeout(timer);
    cancel();
  }
  // The first result wins, so this affects only a run that has not ended.
  watch.end(token, await finishRun(pool, token, stoppedRun()));
}
