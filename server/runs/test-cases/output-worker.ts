import { Comparison, ToleranceIs } from '@vlabs/contract/runs/test-case';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isExpected } from '@vlabs/contract/runs/compare-output';

const ComparedOutput = z.object({
  output: z.string(),
  expected: z.string(),
  comparison: Comparison,
  tolerance: z.number(),
  toleranceIs: ToleranceIs.optional(),
});
export type ComparedOutput = z.infer<typeof ComparedOutput>;

/** Runs in a worker thread, so that output cannot block the event loop. */
const answers = z
  .array(ComparedOutput)
  .parse(workerData)
  .map(({ output, expected, ...rule }) => isExpected(output, expected, rule));
parentPort?.postMessage(answers, []);
