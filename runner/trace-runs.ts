import type { Execution, Limits, RunOrder } from '@vlabs/contract/runs/runner';
import { MAX_TRACE_BYTES, TRACE_CPU_MS, type TraceEnd } from '@vlabs/contract/runs/trace/trace';
import { z } from 'zod';
import { KeptWorker } from './kept-worker.ts';
import { packTrace, TraceEndOf } from './pack-trace.ts';
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

/** The order for a trace: the program runs once on each input, and nothing is compared. */
export const asTrace = (order: RunOrder): RunOrder => ({
  ...order,
  limits: limitTrace(order.limits),
  timesEach: 1,
  inputs: order.inputs.map((input) => ({ ...input, expectedOutputBase64: null })),
});

const limitTrace = (limits: Limits): Limits => ({
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
  const isShort = stdout.length <= MAX_SHORT_BYTES;
  const packed = isShort ? packTrace(trace) : Packed.nullable().parse(await longTraces.ask(trace));
  if (!packed) return { ...execution, stdoutBase64: '' };
  const traceBase64 = Buffer.from(packed.bytes).toString('base64');
  const nothingElse = { stdoutBase64: '', stderrBase64: '', traceBase64 };
  return { ...execution, ...judgeEnd(packed.end), ...nothingElse };
}

const Packed = z.object({ bytes: z.instanceof(Uint8Array), end: TraceEndOf });

/** The verdict of a program whose trace shows its end: its tracer itself ends well. */
function judgeEnd({ end, code = 0, text }: TraceEnd): Partial<Execution> {
  if (end === 'exit' && code === 0) return { verdict: 'accepted', message: null, exitCode: 0 };
  if (end === 'exit')
    return {
      verdict: 'runtime_error',
      message: `Exited with error status ${code}`,
      exitCode: code,
    };
  if (end === 'signal')
    return {
      verdict: 'runtime_error',
      message: `Caught fatal signal ${code}`,
      exitCode: null,
      exitSignal: code,
    };
  return end === 'exception' ? { verdict: 'runtime_error', message: text ?? null } : {};
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
