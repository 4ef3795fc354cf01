import { OutputRule } from '@vlabs/contract/runs/test-case';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { isRightOutput } from './verdict.ts';

const bytes = z.instanceof(Uint8Array).transform((array) => Buffer.from(array));
const Comparison = z.object({ output: bytes, expected: bytes, rule: OutputRule.optional() });

/** Answers each comparison, in order. */
parentPort?.on('message', (message: unknown) => {
  const { output, expected, rule } = Comparison.parse(message);
  parentPort?.postMessage(isRightOutput(output, expected, rule), []);
});
