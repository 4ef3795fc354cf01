import { RunInput } from '@vlabs/contract/runs/runner';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { isExpected } from '@vlabs/contract/runs/compare-output';

const Order = z.object({ stdoutBase64: z.string(), input: RunInput });

const decode = (base64: string | null) =>
  Buffer.from(base64 ?? '', 'base64')
    .toString('utf8')
    .replaceAll('\0', '\uFFFD');

/** Compares the output of a hosted Judge0, which knows one rule only. */
const { stdoutBase64, input } = Order.parse(workerData);
const { rule, expectedOutputBase64 } = input;
const isRight = !rule || isExpected(decode(stdoutBase64), decode(expectedOutputBase64), rule);
parentPort?.postMessage(isRight, []);
