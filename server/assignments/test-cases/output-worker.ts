import { Comparison } from '@vlabs/contract/assignments/test-cases';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isExpected } from './compare-output.ts';

const ComparedOutput = z.object({
  output: z.string(),
  expected: z.string(),
  comparison: Comparison,
  tolerance: z.number(),
});
export type ComparedOutput = z.infer<typeof ComparedOutput>;

/** Runs in a worker thread, so that output cannot block the event loop. */
const answers = z
  .array(ComparedOutput)
  .parse(workerData)
  .map(({ output, expected, ...rule }) => isExpected(output, expected, rule));
parentPort?.postMessage(answers, []);
