import { TRACE_ENDS } from '@vlabs/contract/runs/trace/trace';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { packTrace } from './pack-trace.ts';

const WrittenTrace = z.object({
  text: z.instanceof(Uint8Array),
  end: z.object({ end: z.enum(TRACE_ENDS), code: z.int().exactOptional() }),
});

/** Packs each trace, in order. */
parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(packTrace(WrittenTrace.parse(message)), []);
});
