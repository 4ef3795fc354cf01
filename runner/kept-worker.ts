import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A hundred times the time for the longest message. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

/** A thread that answers one message after the other, so that their number does not add to its memory. */
export class KeptWorker {
  readonly #script: URL;
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(script: URL) {
    this.#script = script;
  }

  /** The answer to a message. Null if it took too much time or memory. */
  ask(message: object): Promise<unknown> {
    const answered = this.#last.then(() => this.#askNow(message));
    this.#last = answered;
    return answered;
  }

  async #askNow(message: object): Promise<unknown> {
    const thread = (this.#thread ??= this.#start());
    thread.postMessage(message, []);
    try {
      const [answer]: unknown[] = await once(thread, 'message', {
        signal: AbortSignal.timeout(MAX_MS),
      });
      return answer;
    } catch {
      this.#thread = null;
      await thread.terminate();
      return null;
    }
  }

  /** Starting it takes longer than most messages, so it is kept. */
  #start(): Worker {
    const thread = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    thread.unref();
    return thread;
  }
}
