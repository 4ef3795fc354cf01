import { RunnerUnavailable, RunnerBusy, RunnerRefusal } from '../runners/runners.ts';
import { type Run, NO_ROOM, type RunResult, failedRun } from '../store/run.ts';

/** Delays between attempts when no runner answers. After the last one the run fails. */
const RETRY_DELAYS_MS = [100, 250, 500, 1000, 2000, 4000, 8000, 15_000];
const RETRY_BUSY_MS = 500;
/** A run that finds every queue full for this long fails. */
export const MAX_BUSY_MS = 10 * 60_000;

const UNAVAILABLE = 'Programs can’t be run right now. Try again in a few minutes.';
const REFUSED = 'A runner refused a run.';
const NO_ANSWER = 'No runner answered a run.';

/** The run has already ended, so its result is discarded. */
export class RunHasEnded extends Error {
  override name = 'RunHasEnded';
}

/** The server is stopping; another server will take the run. */
export class ServerStops extends Error {
  override name = 'ServerStops';
}

/** Whether the run's row was written; the caller that added the run receives the error. */
export const isKept = (kept: Promise<unknown>): Promise<boolean> =>
  kept.then(
    () => true,
    () => false,
  );

/** What to do with a run that has no result (retry or fail), and what to log. */
interface Next {
  logged: { level: 'error' | 'warn'; text: string } | null;
  end: RunResult | null;
  again: { tries: number; delayMs: number } | null;
}

/** Returns null when nothing is left to do. Rethrows errors that are not runner failures. */
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
  if (error instanceof RunnerBusy) return { logged, end: failedRun(NO_ROOM), again: null };
  const delayMs = RETRY_DELAYS_MS[run.tries];
  if (delayMs === undefined) return { logged, end: failedRun(UNAVAILABLE), again: null };
  return { logged, end: null, again: { tries: run.tries + 1, delayMs } };
}
