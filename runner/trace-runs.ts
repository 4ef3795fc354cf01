import type { Execution, Limits } from '@vlabs/contract/runs/runner';
import { MAX_TRACE_BYTES, TRACE_CPU_MS, type TraceEnd } from '@vlabs/contract/runs/trace/trace';
import { KeptWorker } from './kept-worker.ts';
import { packTrace } from './pack-trace.ts';
import type { ProgramEnding } from './sandbox/sandbox.ts';

/** Reading and packing more than this takes long enough to delay other runs. */
const MAX_SHORT_BYTES = 64 * 1024;
/** CPU time after which the kernel ends a program that its tracer did not end. */
const GRACE_MS = 1000;
const BYTES_PER_KB = 1024;
/** Streams of a traced program are files in memory, which also count as files that it writes. */
const STREAM_KB = 16 * 1024;
/** Processes and threads of a tracer itself. */
const TRACER_PROCESSES = 4;

const longTraces = new KeptWorker(new URL('trace-worker.ts', import.meta.url));

/** The limits of a traced program. */
export const limitTrace = (limits: Limits): Limits => ({
  ...limits,
  cpuTimeMs: TRACE_CPU_MS,
  extraTimeMs: GRACE_MS,
  outputKb: MAX_TRACE_BYTES / BYTES_PER_KB,
  processes: limits.processes + TRACER_PROCESSES,
  fileSizeKb: Math.max(limits.fileSizeKb, STREAM_KB),
});

/**
 * An execution with its trace in place of its output, or as it is if there is no trace, because the program never
 * started.
 */
export async function withTrace(
  execution: Execution,
  stdout: Buffer,
  ending: ProgramEnding,
): Promise<Execution> {
  const trace = { text: stdout, end: endOf(ending) };
  const packed = stdout.length <= MAX_SHORT_BYTES ? packTrace(trace) : await longTraces.ask(trace);
  if (!(packed instanceof Uint8Array)) return { ...execution, stdoutBase64: '' };
  const traceBase64 = Buffer.from(packed).toString('base64');
  return { ...execution, stdoutBase64: '', stderrBase64: '', traceBase64 };
}

/** Why a trace ended that does not say so itself. */
function endOf({ stopped, exitCode, exitSignal }: ProgramEnding): TraceEnd {
  if (stopped === 'memory') return { end: 'memory' };
  if (stopped === 'output') return { end: 'bytes' };
  if (stopped === 'aborted') return { end: 'killed' };
  if (stopped !== null) return { end: 'time' };
  if (exitCode !== null) return { end: 'exit', code: exitCode };
  return exitSignal === null ? { end: 'killed' } : { end: 'signal', code: exitSignal };
}
