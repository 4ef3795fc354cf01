import type { LiveProgress } from '@vlabs/contract/running/live-runs';

/** How often it is asked whether another runner has room, while a terminal waits at one. */
const LOOK_EVERY_MS = 2000;

/** Takes a terminal away from a runner where it waits, as soon as another one has room. */
export class LiveMove {
  readonly #hasCapacityElsewhere: () => Promise<boolean>;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(hasCapacityElsewhere: () => Promise<boolean>) {
    this.#hasCapacityElsewhere = hasCapacityElsewhere;
  }

  /** Aborted when it is to leave. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Looks around for as long as what is heard says that it waits for a terminal. */
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
    // It may have begun meanwhile.
    if (hasCapacity && timer !== undefined && timer === this.#timer) this.#controller.abort();
  }
}
