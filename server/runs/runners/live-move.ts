import type { LiveProgress } from '@vlabs/contract/runs/live-runs';

/** How often other runners are checked while a terminal waits. */
const LOOK_EVERY_MS = 2000;

/** Moves a waiting terminal to another runner as soon as that one has capacity. */
export class LiveMove {
  readonly #hasCapacityElsewhere: () => Promise<boolean>;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(hasCapacityElsewhere: () => Promise<boolean>) {
    this.#hasCapacityElsewhere = hasCapacityElsewhere;
  }

  /** Aborted when the terminal should move. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Wraps an event listener; checks other runners while the events say that the terminal waits. */
  watch(onEvent: (event: LiveProgress) => void): (event: LiveProgress) => void {
    return (event) => {
      if (event.event === 'running') this.end();
      else if (event.event === 'queued' && event.waitsFor === 'terminal') this.#begin();
      onEvent(event);
    };
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    this.#timer ??= setInterval(() => {
      void this.#look();
    }, LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    const timer = this.#timer;
    const hasCapacity = await this.#hasCapacityElsewhere().catch(() => false);
    // The program may have started in the meantime.
    if (hasCapacity && timer !== undefined && timer === this.#timer) this.#controller.abort();
  }
}
