/** As often as a runner says that it lives. */
const TURN_MS = 1000;
/** Long enough for a machine that swaps or compiles; what takes a runner's loop is over in milliseconds. */
const MAX_SILENT_TURNS = 10;

/**
 * Notices that a process has fallen silent. It counts turns of this process's own loop, not seconds: on
 * a machine that is merely busy, or was asleep, both fall behind together. It begins with the first beat.
 */
export class Heartbeat {
  readonly #onTimeout: () => void;
  #silentTurns = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(onTimeout: () => void) {
    this.#onTimeout = onTimeout;
  }

  receive(): void {
    this.#silentTurns = 0;
    this.#timer ??= setInterval(() => this.#count(), TURN_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #count(): void {
    this.#silentTurns += 1;
    if (this.#silentTurns !== MAX_SILENT_TURNS) return;
    this.stop();
    this.#onTimeout();
  }
}
