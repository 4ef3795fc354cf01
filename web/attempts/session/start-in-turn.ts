import { type Sitting, StartQueue, startAttempt } from '@vlabs/contract/attempts/attempts';
import { call, CallError, type Input } from '../../platform/calls/call.ts';
import { delayAfter, pause, withRetries } from '../../platform/retry.ts';

/**
 * Delays between retries while the server or its database is unavailable: about as long as a
 * restart takes.
 */
const PAUSES_MS = [500, 1500, 3000, 5000];
/** If a place in line came without the time to try again. */
const TRY_AGAIN_MS = 2000;

type Start = Required<
  Pick<Input<typeof startAttempt.params, never, typeof startAttempt.body>, 'params' | 'body'>
>;

interface Waiting {
  signal: AbortSignal;
  onQueue: (queue: StartQueue) => void;
}

/** Starts the test. While many students start, waits in line and tries again when the server says so. */
export async function startInTurn(
  { params, body }: Start,
  { signal, onQueue }: Waiting,
): Promise<Sitting> {
  let ticket: string | undefined;
  const start = () =>
    call(
      startAttempt,
      { params, query: {}, body: { ...body, ...(ticket !== undefined && { ticket }) } },
      { signal },
    );
  for (;;) {
    try {
      const { data } = await withRetries(start, { pausesMs: PAUSES_MS, isWorthIt, signal });
      return data;
    } catch (error) {
      const queue = queueOf(error);
      if (!queue) throw error;
      ({ ticket } = queue);
      onQueue(queue);
      await pause(delayAfter(error, TRY_AGAIN_MS), signal);
      if (signal.aborted) throw error;
    }
  }
}

/** The server is unavailable or asks for another try. `startInTurn` itself waits in line. */
const isWorthIt = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.isTemporary || error.retryAfterMs !== null) &&
  queueOf(error) === null;

function queueOf(error: unknown): StartQueue | null {
  if (!(error instanceof CallError) || error.code !== 'start_queued') return null;
  return StartQueue.safeParse(error.data).data ?? null;
}
