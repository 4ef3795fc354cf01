/** A runner's heartbeat interval. */
const TURN_MS = 1000;
/**
 * Long enough for a machine that swaps; a healthy runner blocks its event loop for milliseconds.
 */
const MAX_SILENT_TURNS = 10;

/**
 * Detects that a process has stopped responding. It counts turns of this process's own event loop
 * instead of time: if the machine is overloaded or was suspended, both processes fall behind
 * together. Starts with the first heartbeat.
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
