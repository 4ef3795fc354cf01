import { z } from 'zod';
import { runInWorker } from '../../platform/jobs/bounded-worker.ts';
import type { ComparedOutput } from './output-worker.ts';

/** A hundred times what the longest outputs of twenty inputs take. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

const Answers = z.array(z.boolean());

/** For each output whether it counts as the expected one. Throws where that takes too much. */
export async function areExpected(outputs: ComparedOutput[]): Promise<boolean[]> {
  if (outputs.length === 0) return [];
  const script = new URL('output-worker.ts', import.meta.url);
  const bounds = { maxMs: MAX_MS, maxMemoryMb: MAX_MEMORY_MB };
  return runInWorker<boolean[]>({ script, order: outputs, ...bounds }, (payload, finish) =>
    finish(Answers.parse(payload)),
  );
}
