import { followEvents } from '../../platform/calls/live-events.ts';
import { delayAfter, isTimed, pause, spread } from '../../platform/retry.ts';

/** Time for the stream to come back before the page asks. */
const FIRST_ASK_MS = 1000;
const ASK_EVERY_MS = 5000;
/** While the server has no connection to spare and says when to try again. */
const ASK_BUSY_EVERY_MS = 20_000;
/** After a question without an answer. */
const ASK_AGAIN_MS = 4000;

interface Follower {
  onEvent: (event: string, data: unknown) => void;
  /** Called whenever the server is known to answer, or not to. */
  onLine: (isOpen: boolean) => void;
  /** Asks for what the stream would have sent. Throws if the server does not answer. */
  ask: (signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Follows the events of a test. While the stream is refused or broken, the page asks now and then, so that it stays
 * up to date when the server has no connection to spare.
 */
export function followOrAsk(address: string, { onEvent, onLine, ask, signal }: Follower): void {
  let asking: AbortController | null = null;
  let askEveryMs = ASK_EVERY_MS;
  void followEvents(address, {
    onEvent,
    signal,
    onLine: (isOpen, failure) => {
      askEveryMs = isTimed(failure) ? ASK_BUSY_EVERY_MS : ASK_EVERY_MS;
      if (isOpen) {
        asking?.abort();
        asking = null;
        onLine(true);
      } else if (!asking) {
        asking = new AbortController();
        void askAgain(AbortSignal.any([signal, asking.signal]));
      }
    },
  });

  async function askAgain(until: AbortSignal): Promise<void> {
    for (let delayMs = spread(FIRST_ASK_MS); ;) {
      await pause(delayMs, until);
      if (until.aborted) return;
      try {
        await ask(until);
        if (until.aborted) return;
        onLine(true);
        delayMs = spread(askEveryMs);
      } catch (error) {
        if (until.aborted) return;
        onLine(false);
        delayMs = delayAfter(error, ASK_AGAIN_MS);
      }
    }
  }
}
