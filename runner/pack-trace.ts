import { readTrace, writeTrace } from '@vlabs/contract/runs/trace/read-trace';
import type { TraceEnd } from '@vlabs/contract/runs/trace/trace';
import { gzipSync } from 'node:zlib';

export interface WrittenTrace {
  /** JSON lines, or whatever a program wrote in their place. */
  text: Uint8Array;
  /** Why it ended, if it does not say so. */
  end: TraceEnd;
}

/** What is valid of a trace, packed by gzip. Null if there is none. */
export function packTrace({ text, end }: WrittenTrace): Uint8Array | null {
  const trace = readTrace(Buffer.from(text).toString('utf8'), end);
  return trace && gzipSync(writeTrace(trace));
}
