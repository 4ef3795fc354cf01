import { runInProcess } from '../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../platform/jobs/bounded-worker.ts';
import { ComparisonMessage, type ComparisonOrder } from './programs/comparison-messages.ts';

/** Far more than hundreds of programs need. */
const MAX_MS = 120_000;
const MAX_MEMORY_MB = 1024;

export interface Found {
  programs: string;
  pairs: string;
}

/** Why a comparison cannot finish; the message is for the teacher. */
export class ComparisonFailure extends Error {
  override name = 'ComparisonFailure';
}

/**
 * Compares in a separate process within time and memory limits. `onProgress` returns whether to continue; returns
 * null if it did not.
 */
export async function runComparison(
  order: ComparisonOrder,
  onProgress: (part: number) => Promise<boolean>,
): Promise<Found | null> {
  const reporting = new Telling(onProgress);
  try {
    return await runInProcess<Found | null>(
      {
        script: new URL('comparison-worker.ts', import.meta.url),
        order,
        maxMs: MAX_MS,
        maxMemoryMb: MAX_MEMORY_MB,
      },
      (payload, finish) => {
        const message = ComparisonMessage.parse(payload);
        if (message.kind === 'found') finish(message);
        else reporting.report(message.part, () => finish(null));
      },
    );
  } catch (error) {
    if (error instanceof WorkBeyondBounds) throw new ComparisonFailure(WHY_ENDED[error.what]);
    throw error;
  } finally {
    await reporting.settled();
  }
}

/** Reports one progress at a time; skips all but the latest in the meantime. */
class Telling {
  readonly #onProgress: (part: number) => Promise<boolean>;
  #next: number | null = null;
  #current: Promise<void> | null = null;

  constructor(onProgress: (part: number) => Promise<boolean>) {
    this.#onProgress = onProgress;
  }

  report(part: number, onStop: () => void): void {
    this.#next = part;
    this.#current ??= this.#publishAll(onStop);
  }

  async settled(): Promise<void> {
    this.#next = null;
    await this.#current;
  }

  async #publishAll(onStop: () => void): Promise<void> {
    try {
      while (this.#next !== null) {
        const part = this.#next;
        this.#next = null;
        if (!(await this.#onProgress(part))) onStop();
      }
    } finally {
      this.#current = null;
    }
  }
}

const WHY_ENDED = {
  time: 'The comparison took longer than two minutes and was stopped. Check for very long hand-ins, then compare again.',
  memory:
    'The comparison needed too much memory and was stopped. Check for very long hand-ins, then compare again.',
};
