import { z } from 'zod';
import type { Told } from './bounded-process.ts';
import { WorkBeyondBounds, runInWorker } from './bounded-worker.ts';

const Work = z.object({
  script: z.url().transform((href) => new URL(href)),
  order: z.unknown(),
  maxMs: z.number(),
  maxMemoryMb: z.number(),
});

const tell = (told: Told) => process.send?.(told);

/** Whoever asked ends this process as soon as the result is there. */
async function work(order: unknown): Promise<void> {
  try {
    await runInWorker<never>(Work.parse(order), (said) => tell({ said }));
  } catch (error) {
    if (error instanceof WorkBeyondBounds) tell({ beyond: error.what });
    else tell({ failure: error instanceof Error ? error.message : String(error) });
  }
}

process.once('message', (order) => void work(order));
// Nobody is left who would hear of it.
process.once('disconnect', () => process.exit());
