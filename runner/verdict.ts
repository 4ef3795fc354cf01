import { type Execution, STOPPED } from '@vlabs/contract/runner';
import { BoxError, type NotStarted, type ProgramEnding } from './sandbox/sandbox.ts';

interface Judgement {
  verdict: Execution['verdict'];
  message: string | null;
}

/** Blank characters at the end of each line, and blank lines at the end, do not count: Judge0's rule. */
function withoutTrailingBlanks(output: Buffer): string {
  return output
    .toString('latin1')
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f\v\0]+$/, ''))
    .join('\n')
    .replace(/\n+$/, '');
}

export const isSameOutput = (output: Buffer, expected: Buffer): boolean =>
  withoutTrailingBlanks(output) === withoutTrailingBlanks(expected);

/**
 * What became of a program, from the kernel's account alone: nothing that it prints can change it.
 * @param cpuLimitMs without the extra time, which only delays the kill
 * @param expected null when any output is right
 */
export function judge(
  ending: ProgramEnding,
  cpuLimitMs: number,
  output: Buffer,
  expected: Buffer | null,
): Judgement {
  const { stopped, exitCode, exitSignal } = ending;
  if (stopped === 'output') return { verdict: 'output_limit', message: 'Output limit exceeded' };
  if (stopped === 'memory') return { verdict: 'memory_limit', message: 'Memory limit exceeded' };
  if (stopped === 'wall_time')
    return { verdict: 'time_limit', message: 'Time limit exceeded (wall clock)' };
  if (stopped === 'cpu_time' || ending.cpuTimeMs > cpuLimitMs)
    return { verdict: 'time_limit', message: 'Time limit exceeded' };
  if (stopped === 'aborted') return { verdict: 'runtime_error', message: STOPPED };
  if (exitSignal !== null)
    return { verdict: 'runtime_error', message: `Caught fatal signal ${exitSignal}` };
  if (exitCode !== 0)
    return { verdict: 'runtime_error', message: `Exited with error status ${exitCode}` };
  if (expected !== null && !isSameOutput(output, expected))
    return { verdict: 'wrong_answer', message: null };
  return { verdict: 'accepted', message: null };
}

/** Error numbers of a file that is no program (ENOENT, ENOEXEC, EACCES), with the exit codes that shells give them. */
const NO_PROGRAM = new Map([
  [2, 127],
  [8, 126],
  [13, 126],
]);

/** The student's own compiler options may have made something that cannot be run: that is no fault of the box. */
export function requireEnding(ending: ProgramEnding | NotStarted): ProgramEnding {
  if (!('notStarted' in ending)) return ending;
  const exitCode = NO_PROGRAM.get(ending.notStarted);
  if (exitCode === undefined)
    throw new BoxError(`The program could not be started (error ${ending.notStarted}).`);
  return { exitCode, exitSignal: null, stopped: null, cpuTimeMs: 0, wallTimeMs: 0, memoryKb: 0 };
}
