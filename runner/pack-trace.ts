import { readTrace, writeTrace } from '@vlabs/contract/runs/trace/read-trace';
import { TRACE_ENDS, type TraceEnd } from '@vlabs/contract/runs/trace/trace';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** An end as threads send it to each other. */
export const TraceEndOf = z.object({
  end: z.enum(TRACE_ENDS),
  code: z.int().exactOptional(),
  text: z.string().exactOptional(),
});

export interface WrittenTrace {
  /** JSON lines, or whatever a program wrote in their place. */
  text: Uint8Array;
  /** Why it ended, if it does not say so. */
  end: TraceEnd;
}

export interface PackedTrace {
  /** JSON lines, packed by gzip. */
  bytes: Uint8Array;
  end: TraceEnd;
}

/** What is valid of a trace. Null if there is none. */
export function packTrace({ text, end }: WrittenTrace): PackedTrace | null {
  const trace = readTrace(Buffer.from(text).toString('utf8'), end);
  return trace && { bytes: gzipSync(writeTrace(trace)), end: trace.end };
}
