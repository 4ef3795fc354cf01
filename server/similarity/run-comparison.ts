import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ComparisonMessage, type ComparisonOrder } from './comparison-messages.ts';

/** Far more than hundreds of programs take; what takes longer was made to. */
const MOST_MS = 120_000;
const MOST_MEMORY_MB = 1024;

export interface Found {
  programs: string;
  pairs: string;
}

/** What keeps a comparison from its end; the message is for the teacher. */
export class ComparisonFailure extends Error {
  override name = 'ComparisonFailure';
}

/**
 * Compares in a worker thread, within bounds of time and memory. `onProgress` answers whether to go
 * on; null when it said no.
 */
export async function runComparison(
  order: ComparisonOrder,
  onProgress: (part: number) => Promise<boolean>,
): Promise<Found | null> {
  const worker = new Worker(new URL('comparison-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
  const timer = setTimeout(() => reject(tooLong()), MOST_MS);
  const telling = new Telling(onProgress, () => resolve(null));
  worker.on('message', (said: unknown) => {
    const message = ComparisonMessage.parse(said);
    if (message.kind === 'found') resolve(message);
    else telling.tell(message.part);
  });
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooMuch() : error));
  worker.on('exit', () => reject(new Error('The comparison ended without a result.')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    const exited = once(worker, 'exit').catch(() => undefined);
    if (worker.threadId !== -1) {
      await worker.terminate();
      await exited;
    }
    await telling.settled();
  }
}

/** Tells one progress after the other; those that come meanwhile are passed over, but the last. */
class Telling {
  readonly #onProgress: (part: number) => Promise<boolean>;
  readonly #onStop: () => void;
  #next: number | null = null;
  #current: Promise<void> | null = null;

  constructor(onProgress: (part: number) => Promise<boolean>, onStop: () => void) {
    this.#onProgress = onProgress;
    this.#onStop = onStop;
  }

  tell(part: number): void {
    this.#next = part;
    this.#current ??= this.#tellAll();
  }

  async settled(): Promise<void> {
    this.#next = null;
    await this.#current;
  }

  async #tellAll(): Promise<void> {
    try {
      while (this.#next !== null) {
        const part = this.#next;
        this.#next = null;
        if (!(await this.#onProgress(part))) this.#onStop();
      }
    } finally {
      this.#current = null;
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooLong = () =>
  new ComparisonFailure(
    'The comparison took longer than two minutes and was ended. Look for very long hand-ins, then compare again.',
  );

const tooMuch = () =>
  new ComparisonFailure(
    'The comparison needed too much memory and was ended. Look for very long hand-ins, then compare again.',
  );
