import { Execution, type Outcome, STOPPED, type Verdict } from '@vlabs/contract/runs/runner';
import type { ProgramInput } from './program.ts';
import { PublicError } from '../../platform/errors.ts';
import { z } from 'zod';

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

/** A program's result on one of several inputs. */
export const InputResult = Execution.extend({
  name: z.string().nullable(),
  // A hosted Judge0 may not tell these.
  cpuTimeMs: z.number().nullable(),
  wallTimeMs: z.number().nullable(),
  memoryKb: z.int().nullable(),
});
export type InputResult = z.infer<typeof InputResult>;

/** The stored result of a finished run. */
export interface RunResult {
  verdict: Verdict;
  stdout: Buffer | null;
  stderr: Buffer | null;
  compileOutput: Buffer | null;
  message: string | null;
  exitCode: number | null;
  exitSignal: number | null;
  cpuTimeMs: number | null;
  wallTimeMs: number | null;
  memoryKb: number | null;
  /** One per input, in order; null without `inputs` or if the program did not run. */
  results: InputResult[] | null;
}

/** Reads a runner's outcome, for a run with or without `inputs`. */
export function readOutcome(outcome: Outcome, inputs: readonly ProgramInput[] | null): RunResult {
  const compileOutput = Buffer.from(outcome.compileOutputBase64, 'base64');
  const all = outcome.executions.map((execution, index) => ({
    ...execution,
    name: inputs?.[index]?.name ?? null,
    // A text column can't hold NUL.
    message: execution.message?.replaceAll('\0', '') ?? null,
    cpuTimeMs: Math.round(execution.cpuTimeMs),
    wallTimeMs: Math.round(execution.wallTimeMs),
  }));
  if (outcome.compileFailure === STOPPED) return stoppedRun();
  const isStopped = all.at(-1)?.message === STOPPED || all.length < (inputs?.length ?? 1);
  if (all.length === 0) return uncompiled(compileOutput);
  const run = isStopped ? stoppedRun(all, inputs !== null) : decideRun(all, inputs !== null);
  return { ...run, compileOutput };
}

/** The program did not compile; only the compiler's output is reported. */
export const uncompiled = (compileOutput: Buffer): RunResult => ({
  ...nothingKnown,
  verdict: 'compile_error',
  message: null,
  compileOutput,
});

/** The run's own result is that of the first input that was not accepted, or of the last input. */
export function decideRun(all: InputResult[], hasInputs: boolean): RunResult {
  const deciding = all.find(({ verdict }) => verdict !== 'accepted') ?? all.at(-1);
  if (!deciding) throw new Error('A program that was run has a result.');
  return { ...nothingKnown, ...ownOf(deciding), results: hasInputs ? all : null };
}

function ownOf({ name: _name, stdoutBase64, stderrBase64, ...execution }: InputResult) {
  const stdout = Buffer.from(stdoutBase64, 'base64');
  return { ...execution, stdout, stderr: Buffer.from(stderrBase64, 'base64') };
}

/** The program was not run on this input, because earlier inputs used up the run's time. */
export const lateInput = (name: string | null, message: string): InputResult => ({
  name,
  verdict: 'time_limit',
  stdoutBase64: '',
  stderrBase64: '',
  message,
  exitCode: null,
  exitSignal: null,
  cpuTimeMs: null,
  wallTimeMs: null,
  memoryKb: null,
});

/** The program did not run to an end, so there is no result. */
export const failedRun = (message: string): RunResult => ({
  ...nothingKnown,
  verdict: 'internal_error',
  message,
});

/** @param soFar results on its inputs, or on its only input */
export function stoppedRun(soFar: InputResult[] = [], hasInputs = false): RunResult {
  const last = soFar.at(-1);
  return {
    ...nothingKnown,
    ...(last && ownOf(last)),
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
  cpuTimeMs: null,
  wallTimeMs: null,
  memoryKb: null,
  results: null,
};
