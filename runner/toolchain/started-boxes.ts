import type { Sandbox } from '../sandbox/sandbox.ts';
import { StartedBox, type WaitingProgram } from '../sandbox/started-box.ts';

interface Settings {
  sandbox: Sandbox;
  /** Called before each start. */
  program: () => Promise<WaitingProgram>;
  /** Boxes to keep ready. */
  ready: number;
  /** How long they are kept without a job, in milliseconds. */
  idleMs: number;
  onFailure: (error: unknown) => void;
}

/** Boxes in which the program of one language waits for a job, each for one. */
export class StartedBoxes {
  readonly #settings: Settings;
  /** Ready, or on the way. Null for one that could not be started. */
  readonly #next: Promise<StartedBox | null>[] = [];
  readonly #idle: NodeJS.Timeout;
  #closed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#idle = setTimeout(() => this.#release(), settings.idleMs).unref();
  }

  /** How many are ready or on the way. */
  get waiting(): number {
    return this.#next.length;
  }

  /** Starts boxes until as many as wanted are ready or on the way. */
  fill(): void {
    const { ready, onFailure } = this.#settings;
    this.#idle.refresh();
    while (!this.#closed && this.#next.length < ready)
      this.#next.push(
        this.#start().catch((error: unknown) => {
          if (!this.#closed) onFailure(error);
          return null;
        }),
      );
  }

  async #start(): Promise<StartedBox> {
    const { sandbox, program } = this.#settings;
    return StartedBox.start(sandbox, await program());
  }

  /** The next box that is ready, or one that is started now. Throws a BoxError if that fails. */
  async open(): Promise<StartedBox> {
    for (let next = this.#next.shift(); next; next = this.#next.shift()) {
      const box = await next;
      if (box?.isWaiting) return box;
      if (box) void box.close();
    }
    return this.#start();
  }

  /** Closes a box and starts the next one, which no job then waits for. */
  discard(box: StartedBox): void {
    void box.close();
    this.fill();
  }

  #release(): void {
    for (const next of this.#next.splice(0)) void next.then((box) => box?.close());
  }

  /** Starts nothing more. The sandbox closes the boxes. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
  }
}
