/** A failed send must not block the next one. */
const ignore = () => undefined;

const underWay = new Map<string, Promise<void>>();

function sendLocked(lock: string, send: () => Promise<void>): Promise<void> {
  const previous = underWay.get(lock) ?? Promise.resolve();
  const sent = previous
    .catch(ignore)
    .then(() => ('locks' in navigator ? navigator.locks.request(lock, send) : send()));
  underWay.set(lock, sent);
  return sent;
}

interface Pace {
  /** Changes are sent after a pause of this length, … */
  pauseMs: number;
  /** … or this long after the first of them. */
  longestDelayMs: number;
  /** Sends what has changed; must not throw. */
  send: () => Promise<void>;
  /** Sends with the same lock follow each other, in all tabs if the browser supports locks. */
  lock?: string;
}

/** Decides when changes are sent: after a pause in typing, and one send at a time. */
export class PacedSend {
  readonly #pace: Pace;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitingSince = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** A change waits to be sent. */
  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  /** Sends after a pause, which starts again with each call. */
  later(pauseMs = this.#pace.pauseMs): void {
    const now = Date.now();
    if (this.#timer === null) this.#waitingSince = now;
    const longestMs = this.#waitingSince + this.#pace.longestDelayMs - now;
    this.cancel();
    this.#timer = setTimeout(() => void this.now(), Math.max(0, Math.min(pauseMs, longestMs)));
  }

  /** Sends now, or when the send in progress has ended. */
  now(): Promise<void> {
    this.cancel();
    const { send, lock } = this.#pace;
    this.#underWay =
      lock === undefined ? this.#underWay.catch(ignore).then(send) : sendLocked(lock, send);
    return this.#underWay;
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
