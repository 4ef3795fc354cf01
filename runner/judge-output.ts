import { MACHINE_TOO_BUSY, type RunInput } from '@vlabs/contract/runs/runner';
import { KeptWorker } from './kept-worker.ts';
import { type Judgement, isRightOutput } from './verdict.ts';

/** Comparing more than this takes long enough to delay other runs. */
const MAX_SHORT_BYTES = 64 * 1024;

const longOutputs = new KeptWorker(new URL('output-worker.ts', import.meta.url));

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
    : await longOutputs.ask({ output, expected, rule });
  if (isRight === null) return UNKNOWN;
  return isRight === true ? RIGHT : WRONG;
}
