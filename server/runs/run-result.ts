import type { Outcome, Verdict } from '@vlabs/contract/runner';

export const STATUS_IN_QUEUE = 1;
export const STATUS_PROCESSING = 2;
const STATUS_NONZERO_EXIT = 11;
const STATUS_OTHER_RUNTIME_ERROR = 12;
const STATUS_INTERNAL_ERROR = 13;

const STATUS_OF_VERDICT = {
  accepted: 3,
  wrong_answer: 4,
  time_limit: 5,
  compile_error: 6,
  // What the kernel calls a file that grew too large.
  output_limit: 8,
  internal_error: STATUS_INTERNAL_ERROR,
} as const;

/** Linux's numbers of the signals that have a status of their own. */
const STATUS_OF_SIGNAL: ReadonlyMap<number, number> = new Map([
  [11, 7],
  [25, 8],
  [8, 9],
  [6, 10],
]);

/** What is kept of a run that has ended, by Judge0's names. Times in seconds. */
export interface RunResult {
  status_id: number;
  verdict: Verdict;
  stdout: Buffer | null;
  stderr: Buffer | null;
  compile_output: Buffer | null;
  message: string | null;
  exit_code: number | null;
  exit_signal: number | null;
  time: number | null;
  wall_time: number | null;
  /** Kilobytes. */
  memory: number | null;
}

/** The result of one program run once, or several times: all but the last were accepted. */
export function readOutcomes(outcomes: readonly [Outcome, ...Outcome[]]): RunResult {
  const last = outcomes.at(-1) ?? outcomes[0];
  return {
    status_id: statusOf(last),
    verdict: last.verdict,
    stdout: Buffer.from(last.stdoutBase64, 'base64'),
    stderr: Buffer.from(last.stderrBase64, 'base64'),
    compile_output: Buffer.from(last.compileOutputBase64, 'base64'),
    // A text column holds no NUL.
    message: last.message?.replaceAll('\0', '') ?? null,
    exit_code: last.exitCode,
    exit_signal: last.exitSignal,
    time: secondsOf(meanOf(outcomes.map((outcome) => outcome.cpuTimeMs))),
    wall_time: secondsOf(meanOf(outcomes.map((outcome) => outcome.wallTimeMs))),
    memory: wholeOf(meanOf(outcomes.map((outcome) => outcome.memoryKb))),
  };
}

/** Nothing is known of the program, because it was not run to an end. */
export function failedRun(message: string): RunResult {
  return { ...nothingKnown, status_id: STATUS_INTERNAL_ERROR, verdict: 'internal_error', message };
}

/** Judge0 has no status for it: to the program it is being killed, which is `Other`. */
export function stoppedRun(): RunResult {
  return {
    ...nothingKnown,
    status_id: STATUS_OTHER_RUNTIME_ERROR,
    verdict: 'runtime_error',
    message: 'Stopped',
  };
}

const nothingKnown = {
  stdout: null,
  stderr: null,
  compile_output: null,
  exit_code: null,
  exit_signal: null,
  time: null,
  wall_time: null,
  memory: null,
};

function statusOf({ verdict, exitSignal }: Outcome): number {
  // Judge0 has no status for memory, and shows how the program ended for want of it.
  if (verdict === 'memory_limit') {
    return exitSignal === null ? STATUS_NONZERO_EXIT : STATUS_OTHER_RUNTIME_ERROR;
  }
  if (verdict !== 'runtime_error') return STATUS_OF_VERDICT[verdict];
  if (exitSignal === null) return STATUS_NONZERO_EXIT;
  return STATUS_OF_SIGNAL.get(exitSignal) ?? STATUS_OTHER_RUNTIME_ERROR;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function secondsOf(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds) / 1000;
}

function wholeOf(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
