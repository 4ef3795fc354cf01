import { gunzipSync } from 'node:zlib';
import { readTrace, writeTrace } from '@vlabs/contract/runs/trace/read-trace';
import { type Replayed, replay } from '@vlabs/contract/runs/trace/replay';
import type { Trace, TraceValue } from '@vlabs/contract/runs/trace/trace';
import type { Program, TestOutcome, TestRunner } from './start-runner.ts';

export interface TestTrace extends Replayed {
  trace: Trace;
  /** Bytes of the JSON lines, and packed. */
  bytes: number;
  packedBytes: number;
  /** What the program printed on standard output. */
  stdout: string;
  stderr: string;
  outcome: TestOutcome;
}

/** The trace of a program. Throws if it has none. */
export async function traceOf(runner: TestRunner, program: Program): Promise<TestTrace> {
  return readTraced(await runner.run({ ...program, order: { ...program.order, isTrace: true } }));
}

/** The trace of an outcome. Throws if it has none. */
export function readTraced(outcome: TestOutcome): TestTrace {
  const packed = Buffer.from(outcome.traceBase64 ?? '', 'base64');
  const trace = packed.length > 0 ? readTrace(gunzipSync(packed).toString('utf8')) : null;
  if (!trace) throw new Error(`There is no trace: ${JSON.stringify(outcome)}`);
  const replayed = replay(trace);
  const printed = (isError: boolean) =>
    replayed.output
      .filter((piece) => piece.isError === isError)
      .map(({ text }) => text)
      .join('');
  return {
    ...replayed,
    trace,
    bytes: Buffer.byteLength(writeTrace(trace)),
    packedBytes: packed.length,
    stdout: printed(false),
    stderr: printed(true),
    outcome,
  };
}

/** The variables before line `line` runs for the `visit`th time, from 1: those of the innermost frame, or of another. */
export function variablesAt(
  { snapshots }: Replayed,
  line: number,
  { visit = 1, depth }: { visit?: number; depth?: number } = {},
): Record<string, TraceValue> {
  const visits = snapshots.filter((one) => one.line === line && one.event === null);
  const snapshot = visits[visit - 1];
  const frame = snapshot?.frames.at(depth ?? -1);
  if (!frame) throw new Error(`Line ${line} is not visited ${visit} times.`);
  return Object.fromEntries(frame.variables);
}
