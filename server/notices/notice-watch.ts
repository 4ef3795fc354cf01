import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { EventStream } from '../platform/events/event-stream.ts';
import type { LiveEvents } from '../platform/events/live-events.ts';

const CHANNEL = 'notices';
/** Null: whoever has a page open. */
const Told = z.object({ personId: z.string().nullable() });
/** A class that hears of a new test at once must not ask for its notices at once. */
const PAGES_AT_ONCE = 10;
const PAUSE_MS = 100;

interface Follower {
  personId: string;
  stream: EventStream;
}

/** Tells open pages to look at their notices again. What there is they ask for themselves. */
export class NoticeWatch {
  readonly #clock: Clock;
  readonly #followers = new Set<Follower>();
  readonly #waiting = new Set<Follower>();
  readonly #unsubscribe: () => void;
  #lastToldMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor({ liveEvents, clock }: { liveEvents: LiveEvents; clock: Clock }) {
    this.#clock = clock;
    // What was told before this server listened is not known.
    this.#lastToldMs = clock.nowMs();
    this.#unsubscribe = liveEvents.subscribe(CHANNEL, {
      hear: (payload) => this.#tell(Told.parse(payload).personId),
      miss: () => this.#tell(null),
    });
  }

  /** `sinceMs`: when the page listed its notices; what was told after it is told at once. */
  follow({ personId, sinceMs }: { personId: string; sinceMs: number }, stream: EventStream): void {
    const follower = { personId, stream };
    this.#followers.add(follower);
    stream.onClose(() => {
      this.#followers.delete(follower);
      this.#waiting.delete(follower);
    });
    if (sinceMs <= this.#lastToldMs) stream.send('look', {});
  }

  close(): void {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    for (const { stream } of this.#followers) stream.end();
  }

  #tell(personId: string | null): void {
    this.#lastToldMs = this.#clock.nowMs();
    for (const follower of this.#followers) {
      if (personId === null || follower.personId === personId) this.#waiting.add(follower);
    }
    if (this.#timer === null) this.#tellNext();
  }

  #tellNext(): void {
    for (const follower of [...this.#waiting].slice(0, PAGES_AT_ONCE)) {
      this.#waiting.delete(follower);
      follower.stream.send('look', {});
    }
    this.#timer = this.#waiting.size === 0 ? null : setTimeout(() => this.#tellNext(), PAUSE_MS);
  }
}
