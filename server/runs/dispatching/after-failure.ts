import { type RunResult, failedRun } from '../run-result.ts';
import { RunnerUnavailable, RunnerBusy, RunnerRefusal } from './runners.ts';
import type { Run } from '../stored-run.ts';

/** When a run is tried again that no runner gave an answer to; after the last it ends without one. */
const RETRY_DELAYS_MS = [100, 250, 500, 1000, 2000, 4000, 8000, 15_000];
const RETRY_BUSY_MS = 500;
/** A run that found every queue full for so long ends without an answer. */
export const MAX_BUSY_MS = 10 * 60_000;

const UNAVAILABLE =
  'Execution is unavailable: no runner gave an answer. Try again in a few minutes.';
const REFUSED = 'A runner refused a run.';
const NO_ANSWER = 'A run got no answer from a runner.';

/** The run has ended by other means, so nobody wants its result. */
export class RunHasEnded extends Error {
  override name = 'RunHasEnded';
}

/** The run is handed back for another server to run. */
export class ServerStops extends Error {
  override name = 'ServerStops';
}

/** What becomes of a run that brought no result, and what the log is told: it ends, or is tried again. */
interface Next {
  logged: { level: 'error' | 'warn'; text: string } | null;
  end: RunResult | null;
  again: { tries: number; delayMs: number } | null;
}

/** Null when nothing is to be done. Throws what is no failure of a runner. */
export function afterFailure(run: Pick<Run, 'tries' | 'createdAt'>, error: unknown): Next | null {
  if (error instanceof RunHasEnded) return null;
  if (error instanceof ServerStops) {
    return { logged: null, end: null, again: { tries: run.tries, delayMs: 0 } };
  }
  if (error instanceof RunnerRefusal) {
    const logged = { level: 'error', text: REFUSED } as const;
    return { logged, end: failedRun(error.message), again: null };
  }
  if (error instanceof RunnerBusy && Date.now() - run.createdAt.getTime() < MAX_BUSY_MS) {
    const delayMs = Math.max(RETRY_BUSY_MS, error.retryAfterMs);
    return { logged: null, end: null, again: { tries: run.tries, delayMs } };
  }
  if (!(error instanceof RunnerUnavailable || error instanceof RunnerBusy)) throw error;
  const logged = { level: 'warn', text: NO_ANSWER } as const;
  const delayMs = RETRY_DELAYS_MS[run.tries];
  if (delayMs === undefined) return { logged, end: failedRun(UNAVAILABLE), again: null };
  return { logged, end: null, again: { tries: run.tries + 1, delayMs } };
}
