import { OutputRule } from '@vlabs/contract/runs/test-case';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isRightOutput } from './verdict.ts';

const bytes = z.instanceof(Uint8Array).transform((array) => Buffer.from(array));
const Order = z.object({ output: bytes, expected: bytes, rule: OutputRule.optional() });

/** Compares one output in a thread, so that the runner goes on meanwhile. */
const { output, expected, rule } = Order.parse(workerData);
parentPort?.postMessage(isRightOutput(output, expected, rule), []);
