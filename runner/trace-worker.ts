import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { packTrace, TraceEndOf } from './pack-trace.ts';

const WrittenTrace = z.object({ text: z.instanceof(Uint8Array), end: TraceEndOf });

/** Packs each trace, in order. */
parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(packTrace(WrittenTrace.parse(message)), []);
});
