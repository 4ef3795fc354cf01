import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MACHINE_TOO_BUSY, type RunInput } from '@vlabs/contract/runs/runner';
import type { OutputRule } from '@vlabs/contract/runs/test-case';
import { type Judgement, isRightOutput } from './verdict.ts';

/** Comparing more than this takes long enough to delay other runs. */
const MAX_SHORT_BYTES = 64 * 1024;
/** A hundred times the time for the longest output. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

interface Comparison {
  output: Buffer;
  expected: Buffer;
  rule: OutputRule | undefined;
}

/** Compares long outputs one after the other in a thread, so that their number does not add to its memory. */
class LongOutputs {
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Null if the comparison took too much time or memory. */
  compare(comparison: Comparison): Promise<boolean | null> {
    const compared = this.#last.then(() => this.#compareNow(comparison));
    this.#last = compared;
    return compared;
  }

  async #compareNow(comparison: Comparison): Promise<boolean | null> {
    const thread = (this.#thread ??= this.#start());
    thread.postMessage(comparison, []);
    try {
      const [isRight] = await once(thread, 'message', { signal: AbortSignal.timeout(MAX_MS) });
      return isRight === true;
    } catch {
      this.#thread = null;
      await thread.terminate();
      return null;
    }
  }

  /** Starting it takes longer than most comparisons, so it is kept. */
  #start(): Worker {
    const thread = new Worker(new URL('output-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    thread.unref();
    return thread;
  }
}

const longOutputs = new LongOutputs();

const RIGHT: Judgement = { verdict: 'accepted', message: null };
const WRONG: Judgement = { verdict: 'wrong_answer', message: null };
const UNKNOWN: Judgement = { verdict: 'internal_error', message: MACHINE_TOO_BUSY };

/** Judges the output of a program that ended normally. */
export async function judgeOutput(
  output: Buffer,
  { expectedOutputBase64, rule }: RunInput,
): Promise<Judgement> {
  if (expectedOutputBase64 === null) return RIGHT;
  const expected = Buffer.from(expectedOutputBase64, 'base64');
  const isShort = output.length + expected.length <= MAX_SHORT_BYTES;
  const isRight = isShort
    ? isRightOutput(output, expected, rule)
    : await longOutputs.compare({ output, expected, rule });
  if (isRight === null) return UNKNOWN;
  return isRight ? RIGHT : WRONG;
}
