import { type Execution, type Outcome, STOPPED, type Verdict } from '@vlabs/contract/runs/runner';
import type { ProgramInput } from './program.ts';
import { PublicError } from '../../platform/errors.ts';
import { statuses } from '@vlabs/contract/runs/judge0';

/** The run waits too long, found no room, or was stopped: the program was not tried to its end. */
export class RunNotEnded extends PublicError {
  override name = 'RunNotEnded';

  constructor() {
    const message = 'A program was stopped before it ended. Try again in a few minutes.';
    super(503, 'run_not_ended', message);
  }
}

/** No runner had room for the run, so it never began. */
export const NO_ROOM = 'Every runner is busy. Try again in a few minutes.';

/** Whether a result says nothing about the program: it was stopped, or never began. */
export const isEndedFromOutside = ({ message, results }: RunResult): boolean =>
  [message, ...(results ?? []).map((result) => result.message)].some(
    (one) => one === STOPPED || one === NO_ROOM,
  );

/** The fourteen statuses are Judge0's. */
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
  // The kernel's limit on the file size.
  output_limit: 8,
  internal_error: STATUS_INTERNAL_ERROR,
} as const;

/** Linux signal numbers that have their own status. */
const STATUS_OF_SIGNAL: ReadonlyMap<number, number> = new Map([
  [11, 7],
  [25, 8],
  [8, 9],
  [6, 10],
]);

/** A program's result on one of several inputs. */
export interface InputResult {
  name: string | null;
  /** One of the fourteen statuses. */
  statusId: number;
  verdict: Verdict;
  stdout: Buffer;
  stderr: Buffer;
  message: string | null;
  exitCode: number | null;
  exitSignal: number | null;
  timeSeconds: number | null;
  wallTimeSeconds: number | null;
  memoryKb: number | null;
}

/** The stored result of a finished run. */
export interface RunResult {
  statusId: number;
  verdict: Verdict;
  stdout: Buffer | null;
  stderr: Buffer | null;
  compileOutput: Buffer | null;
  message: string | null;
  exitCode: number | null;
  exitSignal: number | null;
  timeSeconds: number | null;
  wallTimeSeconds: number | null;
  memoryKb: number | null;
  /** One per input, in order; null without `inputs` or if the program did not run. */
  results: InputResult[] | null;
}

/** Converts a runner's outcome, for a run with or without `inputs`. */
export function readOutcome(outcome: Outcome, inputs: readonly ProgramInput[] | null): RunResult {
  const compileOutput = Buffer.from(outcome.compileOutputBase64, 'base64');
  const all = outcome.executions.map((execution, index) =>
    readExecution(execution, inputs?.[index]?.name ?? null),
  );
  if (outcome.compileFailure === STOPPED) return stoppedRun();
  const isStopped = all.at(-1)?.message === STOPPED || all.length < (inputs?.length ?? 1);
  if (all.length === 0) return uncompiled(compileOutput);
  const run = isStopped ? stoppedRun(all, inputs !== null) : decideRun(all, inputs !== null);
  return { ...run, compileOutput };
}

/** The program did not compile; only the compiler's output is reported. */
export function uncompiled(compileOutput: Buffer): RunResult {
  const statusId = STATUS_OF_VERDICT.compile_error;
  return { ...nothingKnown, statusId, verdict: 'compile_error', message: null, compileOutput };
}

/** The run's own status is that of the first input that was not accepted, or of the last input. */
export function decideRun(all: InputResult[], hasInputs: boolean): RunResult {
  const accepted = STATUS_OF_VERDICT.accepted;
  const deciding = all.find(({ statusId }) => statusId !== accepted) ?? all.at(-1);
  if (!deciding) throw new Error('A program that was run has a result.');
  const { name: _name, ...own } = deciding;
  return { ...own, compileOutput: null, results: hasInputs ? all : null };
}

function readExecution(execution: Execution, name: string | null): InputResult {
  return {
    name,
    statusId: statusOf(execution),
    verdict: execution.verdict,
    stdout: Buffer.from(execution.stdoutBase64, 'base64'),
    stderr: Buffer.from(execution.stderrBase64, 'base64'),
    message: storable(execution.message),
    exitCode: execution.exitCode,
    exitSignal: execution.exitSignal,
    timeSeconds: secondsOf(execution.cpuTimeMs),
    wallTimeSeconds: secondsOf(execution.wallTimeMs),
    memoryKb: execution.memoryKb,
  };
}

/** The program was not run on this input, because earlier inputs used up the run's time. */
export function lateInput(name: string | null, message: string): InputResult {
  const { compileOutput: _compiler, results: _results, ...nothing } = nothingKnown;
  const none = Buffer.alloc(0);
  const statusId = STATUS_OF_VERDICT.time_limit;
  return {
    ...nothing,
    name,
    statusId,
    verdict: 'time_limit',
    stdout: none,
    stderr: none,
    message,
  };
}

/** A text column can't hold NUL. */
const storable = (message: string | null) => message?.replaceAll('\0', '') ?? null;

/** The program did not run to an end, so there is no result. */
export function failedRun(message: string): RunResult {
  return { ...nothingKnown, statusId: STATUS_INTERNAL_ERROR, verdict: 'internal_error', message };
}

/**
 * Judge0 has no status for a stopped run; the program was killed, which is `Other`.
 * @param soFar results on its inputs, or on its only input
 */
export function stoppedRun(soFar: InputResult[] = [], hasInputs = false): RunResult {
  const { name: _name, ...own } = soFar.at(-1) ?? { name: null };
  return {
    ...nothingKnown,
    ...own,
    statusId: STATUS_OTHER_RUNTIME_ERROR,
    verdict: 'runtime_error',
    message: STOPPED,
    results: hasInputs ? soFar : null,
  };
}

const nothingKnown = {
  stdout: null,
  stderr: null,
  compileOutput: null,
  exitCode: null,
  exitSignal: null,
  timeSeconds: null,
  wallTimeSeconds: null,
  memoryKb: null,
  results: null,
};

function statusOf({ verdict, exitSignal }: Execution): number {
  // Judge0 has no status for memory; the status shows how the program ended.
  if (verdict === 'memory_limit') {
    return exitSignal === null ? STATUS_NONZERO_EXIT : STATUS_OTHER_RUNTIME_ERROR;
  }
  if (verdict !== 'runtime_error') return STATUS_OF_VERDICT[verdict];
  if (exitSignal === null) return STATUS_NONZERO_EXIT;
  return STATUS_OF_SIGNAL.get(exitSignal) ?? STATUS_OTHER_RUNTIME_ERROR;
}

function secondsOf(milliseconds: number): number {
  return Math.round(milliseconds) / 1000;
}

/** The displayed status of a run. */
export function describeStatus(id: number) {
  const status = statuses.find((candidate) => candidate.id === id);
  if (!status) throw new Error(`There is no status ${id}.`);
  return { id: status.id, description: status.description };
}
