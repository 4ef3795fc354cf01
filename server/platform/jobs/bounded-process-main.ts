import { z } from 'zod';
import type { ProcessMessage } from './bounded-process.ts';
import { WorkBeyondBounds, runInWorker } from './bounded-worker.ts';

const Work = z.object({
  script: z.url().transform((href) => new URL(href)),
  order: z.unknown(),
  maxMs: z.number(),
  maxMemoryMb: z.number(),
});

const report = (message: ProcessMessage) => process.send?.(message);

/** The parent ends this process as soon as it has the result. */
async function work(order: unknown): Promise<void> {
  try {
    await runInWorker<never>(Work.parse(order), (payload) => report({ payload }));
  } catch (error) {
    if (error instanceof WorkBeyondBounds) report({ beyond: error.what });
    else report({ failure: error instanceof Error ? error.message : String(error) });
  }
}

process.once('message', (order) => void work(order));
// The parent is gone.
process.once('disconnect', () => process.exit());
