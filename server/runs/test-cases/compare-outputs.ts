import { z } from 'zod';
import { runInWorker } from '../../platform/jobs/bounded-worker.ts';
import type { ComparedOutput } from './output-worker.ts';

/** A hundred times the time for the longest outputs of twenty inputs. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

const Answers = z.array(z.boolean());

/** Reports for each output whether it matches. Throws if the comparison takes too much time or memory. */
export async function areExpected(outputs: ComparedOutput[]): Promise<boolean[]> {
  if (outputs.length === 0) return [];
  const script = new URL('output-worker.ts', import.meta.url);
  const bounds = { maxMs: MAX_MS, maxMemoryMb: MAX_MEMORY_MB };
  return runInWorker<boolean[]>({ script, order: outputs, ...bounds }, (payload, finish) =>
    finish(Answers.parse(payload)),
  );
}
