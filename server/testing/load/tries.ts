import { StartQueue } from '@vlabs/contract/attempts/attempts';
import { pause } from './calls.ts';
import type { Reply } from './load-clients.ts';

/** The same as in the page. */
const START_PAUSES_MS = [500, 1500, 3000, 5000];
const QUEUED_MS = 2000;
const FIRST_SAVE_MS = 1000;
const MAX_SAVE_MS = 5000;
const SUBMIT_MS = 2000;

/** Decides how long a page waits after a refusal; null if it gives up. */
export type Patience = (reply: Reply) => number | null;

/** A random part of the time, at least half of it. */
export const spread = (milliseconds: number): number => (milliseconds * (1 + Math.random())) / 2;

/** As the page does: not before `Retry-After`, or a random part of the backoff. */
export function delayAfter({ retryAfterMs }: Reply, backoffMs: number): number {
  return typeof retryAfterMs === 'number'
    ? retryAfterMs / 2 + spread(retryAfterMs)
    : spread(backoffMs);
}

const mayPass = ({ status, retryAfterMs }: Reply): boolean =>
  status === 0 || status >= 500 || typeof retryAfterMs === 'number';

/** The place in line that a start was refused with; null for any other reply. */
export const queueOf = ({ data }: Reply): StartQueue | null =>
  StartQueue.safeParse(data).data ?? null;

/** A page that starts waits for its turn, and gives up if the server fails for as long as a restart takes. */
export function startPatience(): Patience {
  const left = [...START_PAUSES_MS];
  return (reply) => {
    if (queueOf(reply)) return delayAfter(reply, QUEUED_MS);
    const pauseMs = mayPass(reply) ? left.shift() : undefined;
    return pauseMs === undefined ? null : delayAfter(reply, pauseMs);
  };
}

/** An answer is sent until it is acknowledged. */
export function savePatience(): Patience {
  let backoffMs = FIRST_SAVE_MS;
  return (reply) => {
    const pauseMs = delayAfter(reply, backoffMs);
    backoffMs = Math.min(backoffMs * 2, MAX_SAVE_MS);
    return mayPass(reply) ? pauseMs : null;
  };
}

/** As a page whose time is up, or a student who presses Submit again. */
export const submitPatience = (): Patience => (reply) =>
  mayPass(reply) ? delayAfter(reply, SUBMIT_MS) : null;

export const noPatience = (): Patience => () => null;

interface Tried {
  /** The last reply, which took as long as all tries together. */
  reply: Reply;
  /** The refused tries before it. */
  again: number;
  /** There was no time for a further try. */
  isPending: boolean;
}

/** Tries until a call succeeds, the page gives up, or the time is over. */
export async function tryAgain(
  send: (before: Reply | null) => Promise<Reply>,
  patience: Patience,
  until: AbortSignal,
): Promise<Tried> {
  const began = performance.now();
  let before: Reply | null = null;
  for (let again = 0; ; again += 1) {
    const reply: Reply = await send(before);
    const pauseMs = reply.status === 200 ? null : patience(reply);
    if (pauseMs === null || until.aborted) {
      const tookMs = performance.now() - began;
      return { reply: { ...reply, tookMs }, again, isPending: pauseMs !== null };
    }
    before = reply;
    await pause(until, pauseMs);
  }
}
