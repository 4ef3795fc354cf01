import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MACHINE_TOO_BUSY, type RunInput } from '@vlabs/contract/runs/runner';
import { type Judgement, isRightOutput } from './verdict.ts';

/** Comparing more than this takes long enough to delay other runs. */
const MAX_SHORT_BYTES = 64 * 1024;
/** A hundred times the time for the longest output. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

const RIGHT: Judgement = { verdict: 'accepted', message: null };
const WRONG: Judgement = { verdict: 'wrong_answer', message: null };
const UNKNOWN: Judgement = { verdict: 'internal_error', message: MACHINE_TOO_BUSY };

/** Judges the output of a program that ended normally; a long one in a thread. */
export async function judgeOutput(
  output: Buffer,
  { expectedOutputBase64, rule }: RunInput,
): Promise<Judgement> {
  if (expectedOutputBase64 === null) return RIGHT;
  const expected = Buffer.from(expectedOutputBase64, 'base64');
  if (output.length + expected.length <= MAX_SHORT_BYTES)
    return isRightOutput(output, expected, rule) ? RIGHT : WRONG;
  const worker = new Worker(new URL('output-worker.ts', import.meta.url), {
    workerData: { output, expected, rule },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  try {
    const [isRight] = await once(worker, 'message', { signal: AbortSignal.timeout(MAX_MS) });
    return isRight === true ? RIGHT : WRONG;
  } catch {
    return UNKNOWN;
  } finally {
    void worker.terminate();
  }
}
