import { type Execution, MACHINE_TOO_BUSY, STOPPED } from '@vlabs/contract/runs/runner';
import { isExpected } from '@vlabs/contract/runs/compare-output';
import type { OutputRule } from '@vlabs/contract/runs/test-case';
import type { ProgramEnding } from './sandbox/sandbox.ts';

export interface Judgement {
  verdict: Execution['verdict'];
  message: string | null;
}

/** The end of the message if a limit stopped only processes that the program had started. */
export const LEFT_RUNNING = 'processes that the program had started were still running';

const LINE_END = 0x0a;
const BLANKS = new Set(Buffer.from(' \t\r\f\v\0'));
const LINE_ENDS = new Set([LINE_END]);

/**
 * Ignores blanks at the end of each line and blank lines at the end, as Judge0 does. Each byte is read a fixed
 * number of times, whatever a program prints.
 */
function withoutTrailingBlanks(output: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(output.length);
  let length = 0;
  for (const byte of output) {
    if (byte === LINE_END) length = lengthWithout(BLANKS, kept, length);
    kept[length] = byte;
    length += 1;
  }
  length = lengthWithout(BLANKS, kept, length);
  return kept.subarray(0, lengthWithout(LINE_ENDS, kept, length));
}

function lengthWithout(bytes: ReadonlySet<number>, kept: Buffer, length: number): number {
  let rest = length;
  while (rest > 0 && bytes.has(kept[rest - 1] ?? -1)) rest -= 1;
  return rest;
}

/** Reports whether an output is right, in linear time. */
export const isRightOutput = (output: Buffer, expected: Buffer, rule?: OutputRule): boolean =>
  rule
    ? isExpected(textOf(output), textOf(expected), rule)
    : withoutTrailingBlanks(output).equals(withoutTrailingBlanks(expected));

/** As the expected outputs of test cases are stored, which cannot contain NUL. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

/**
 * How a program ended, from the kernel's report alone: nothing that the program prints can change it. `accepted` if it
 * ended normally, so that its output decides.
 * @param cpuLimitMs without the extra time, which only delays the kill
 */
export function judgeEnding(ending: ProgramEnding, cpuLimitMs: number): Judgement {
  const { stopped, exitCode, exitSignal } = ending;
  if (stopped === 'output') return { verdict: 'output_limit', message: 'Output limit exceeded' };
  if (stopped === 'memory') return { verdict: 'memory_limit', message: 'Memory limit exceeded' };
  if (stopped === 'starved') return { verdict: 'internal_error', message: MACHINE_TOO_BUSY };
  if (stopped === 'wall_time') return tooLong('Time limit exceeded (wall clock)', ending);
  if (stopped === 'cpu_time' || ending.cpuTimeMs > cpuLimitMs)
    return tooLong('Time limit exceeded', ending);
  if (stopped === 'aborted') return { verdict: 'runtime_error', message: STOPPED };
  if (exitSignal !== null)
    return { verdict: 'runtime_error', message: `Caught fatal signal ${exitSignal}` };
  if (exitCode !== 0)
    return { verdict: 'runtime_error', message: `Exited with error status ${exitCode}` };
  return { verdict: 'accepted', message: null };
}

const tooLong = (limit: string, { leftRunning }: ProgramEnding): Judgement => ({
  verdict: 'time_limit',
  message: leftRunning ? `${limit}: ${LEFT_RUNNING}` : limit,
});
