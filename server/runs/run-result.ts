import {
  type Execution,
  type Outcome,
  STOPPED,
  type Verdict,
} from '@vlabs/contract/running/runner';
import type { ProgramInput } from './program.ts';

/** The fourteen statuses that runs are kept and shown with are Judge0's. */
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

/** What became of a program on one of several inputs. */
export interface InputResult {
  name: string | null;
  /** The one of the fourteen statuses that it is shown with. */
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

/** What is kept of a run that has ended. */
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
  /** One for each input in order, where the run has `inputs` and its program was run. */
  results: InputResult[] | null;
}

/** What the runner found, for a run with `inputs` or without. */
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

/** The program did not compile, and what the compiler said is all that is told of it. */
export function uncompiled(compileOutput: Buffer): RunResult {
  const statusId = STATUS_OF_VERDICT.compile_error;
  return { ...nothingKnown, statusId, verdict: 'compile_error', message: null, compileOutput };
}

/** The run itself is shown as the first that was not accepted, or as the last when all were. */
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

/** The program was not run on this input, because those before it took all the time of the run. */
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

/** A text column holds no NUL. */
const storable = (message: string | null) => message?.replaceAll('\0', '') ?? null;

/** Nothing is known of the program, because it was not run to an end. */
export function failedRun(message: string): RunResult {
  return { ...nothingKnown, statusId: STATUS_INTERNAL_ERROR, verdict: 'internal_error', message };
}

/**
 * Judge0 has no status for it: to the program it is being killed, which is `Other`.
 * @param soFar what it brought on its inputs, or on the one that it has
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
  // Judge0 has no status for memory, and shows how the program ended for want of it.
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
