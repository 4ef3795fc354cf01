import { Verdict, Execution, type Outcome, STOPPED, RunInput } from '@vlabs/contract/runs/runner';
import type { OutputFile } from '@vlabs/contract/runs/program-files';
import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import { type RunFile, unpackFiles } from './run-files.ts';

/** Event channel for the progress of runs. */
export const RUNS_CHANNEL = 'runs';

export const RunEvent = z.object({
  token: z.string(),
  phase: z.enum(['queued', 'compiling', 'running', 'finished']),
});
/** Event channel for stop requests to the server that is executing a run. */
export const STOPS_CHANNEL = 'run-stops';

export const StopEvent = z.object({ token: z.string() });

export type RunEvent = z.infer<typeof RunEvent>;
export type Phase = RunEvent['phase'];

interface Program {
  languageId: number;
  source: Buffer;
  /** A command line, split like a shell does; null for none. */
  compilerOptions: string | null;
  commandLineArguments: string | null;
  redirectStderrToStdout: boolean;
}

/** An input of a program, and the output that counts as correct. */
export const ProgramInput = RunInput.extend({
  /** The caller's name for it. */
  name: z.string().nullable(),
});
export type ProgramInput = z.infer<typeof ProgramInput>;

/** Limits for each execution of a program, as they were asked for; fractions are possible. */
export const RunLimits = z.object({
  cpuTimeMs: z.number(),
  /** Grace period before the program is killed; its verdict is already "too slow". */
  extraTimeMs: z.number(),
  wallTimeMs: z.number(),
  memoryKb: z.int(),
  /** 0: limited by memory only. */
  stackKb: z.int(),
  processes: z.int(),
  fileSizeKb: z.int(),
});
export type RunLimits = z.infer<typeof RunLimits>;

/** Defaults. */
export const USUAL_LIMITS: RunLimits = {
  cpuTimeMs: 5000,
  extraTimeMs: 1000,
  wallTimeMs: 10_000,
  memoryKb: 128_000,
  stackKb: 64_000,
  processes: 60,
  fileSizeKb: 1024,
};

/** A program, its inputs and its limits. */
export interface RunPlan {
  program: Program;
  /** Beside the source. */
  files: readonly RunFile[];
  stdin: Buffer | null;
  expectedOutput: Buffer | null;
  /** The program is compiled once and run on each input; null: on `stdin` only. */
  inputs: ProgramInput[] | null;
  /** Number of executions per input. */
  timesEach: number;
  limits: RunLimits;
  /** Keeps the files that the program writes. */
  collectFiles: boolean;
  /** Makes a trace in place of the output. */
  isTrace: boolean;
}

/** A run as requested. */
export interface RunRequest extends RunPlan {
  /** ID of the assignment; empty for the person's own practice. */
  assignment: string;
}

/** A run with its new token. */
export interface TokenedRun extends RunRequest {
  token: string;
}

export const isBlank = (source: Buffer): boolean => source.toString('latin1').trim() === '';

/** Whether this is the ID of an assignment or empty. */
export const isAssignment = (sent: string): boolean => /^[\w-]{0,64}$/.test(sent);

/** A program with default options. */
export const plainProgram = (languageId: number, source: string): Program => ({
  languageId,
  source: Buffer.from(source),
  compilerOptions: null,
  commandLineArguments: null,
  redirectStderrToStdout: false,
});

/** A program on several inputs, with default options and some limits. */
export const planProgram = (
  program: Program,
  inputs: readonly RunInput[] | null,
  limits: Partial<RunLimits> = {},
): RunRequest => ({
  program,
  files: [],
  stdin: null,
  expectedOutput: null,
  inputs: inputs && inputs.map((input) => ({ name: null, ...input })),
  timesEach: 1,
  limits: { ...USUAL_LIMITS, ...limits },
  collectFiles: false,
  isTrace: false,
  assignment: '',
});

/** The inputs in order. */
export const inputsOf = ({ inputs, stdin, expectedOutput }: RunPlan): ProgramInput[] =>
  inputs ?? [
    {
      name: null,
      stdinBase64: stdin && base64Of(stdin),
      expectedOutputBase64: expectedOutput && base64Of(expectedOutput),
    },
  ];

const base64Of = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');

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
  /** What the program wrote; with `inputs`, each result has its own. */
  outputFiles: readonly RunFile[];
  /** Packed by gzip; null if none was made. */
  trace: Buffer | null;
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
  return { ...nothingKnown, ...ownOf(deciding, hasInputs), results: hasInputs ? all : null };
}

function ownOf(execution: InputResult, hasInputs: boolean) {
  const { name: _name, stdoutBase64, stderrBase64, files = [], traceBase64, ...own } = execution;
  const stdout = Buffer.from(stdoutBase64, 'base64');
  const outputFiles = hasInputs ? [] : files.map(readFile);
  const trace = traceBase64 === undefined ? null : Buffer.from(traceBase64, 'base64');
  return { ...own, stdout, stderr: Buffer.from(stderrBase64, 'base64'), outputFiles, trace };
}

const readFile = ({ path, contentBase64 }: OutputFile): RunFile => ({
  path,
  bytes: Buffer.from(contentBase64, 'base64'),
});

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
    ...(last && ownOf(last, hasInputs)),
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
  outputFiles: [],
  trace: null,
};

/** A run as stored. */
export interface Run extends RunPlan {
  token: string;
  owner: string;
  /** As in `RunRequest`. */
  assignment: string;
  createdAt: Date;
  /** Waiting runs start in ascending order of priority. */
  priority: number;
  /** Number of attempts to which no runner answered. */
  tries: number;
  /** The server that executes it; null while it waits, and after its end. */
  driver: string | null;
  /** Null until the run has ended, like the result. */
  finishedAt: Date | null;
  result: RunResult | null;
}

const bytes = z.instanceof(Buffer).nullable();

const RunColumns = z.object({
  token: z.uuid(),
  owner: z.string(),
  assignment: z.string(),
  createdAt: z.date(),
  priority: z.int(),
  tries: z.int(),
  driver: z.string().nullable(),
  finishedAt: z.date().nullable(),
  languageId: z.int(),
  sourceCode: z.instanceof(Buffer),
  files: bytes.transform(unpackFiles),
  stdin: bytes,
  expectedOutput: bytes,
  inputs: z.array(ProgramInput).nullable(),
  compilerOptions: z.string().nullable(),
  commandLineArguments: z.string().nullable(),
  redirectStderrToStdout: z.boolean(),
  timesEach: z.int(),
  limits: RunLimits,
  collectFiles: z.boolean(),
  isTrace: z.boolean(),
  verdict: Verdict.nullable(),
  stdout: bytes,
  stderr: bytes,
  compileOutput: bytes,
  message: z.string().nullable(),
  exitCode: z.int().nullable(),
  exitSignal: z.int().nullable(),
  cpuTimeMs: z.number().nullable(),
  wallTimeMs: z.number().nullable(),
  memoryKb: z.int().nullable(),
  results: z.array(InputResult).nullable(),
  outputFiles: bytes.transform(unpackFiles),
  trace: bytes,
});

/** A complete row of the table `runs`. */
export const RunRow = RunColumns.transform(readRun);

/** A row whose long texts may not have been read; they are null then. */
export const ShownRunRow = RunColumns.extend({
  sourceCode: bytes,
  /** Number of waiting runs ahead of it. */
  queuePlace: z.int().nullable(),
  /** Size of the requested texts. */
  textBytes: z.int(),
  /** The requested texts did not fit in the reply. */
  isCut: z.boolean(),
  /** 1-based position in the requested tokens. */
  place: z.coerce.number(),
}).transform(({ queuePlace, textBytes, isCut, place, sourceCode, ...row }) => {
  const { program, ...run } = readRun({ ...row, sourceCode: sourceCode ?? NOTHING });
  return {
    ...run,
    program: { ...program, source: sourceCode },
    queuePlace,
    textBytes,
    isCut,
    place,
  };
});

const NOTHING = Buffer.alloc(0);

function readRun(row: z.output<typeof RunColumns>): Run {
  const { languageId, sourceCode: source, compilerOptions, commandLineArguments, ...other } = row;
  const { redirectStderrToStdout, verdict, stdout, stderr, compileOutput, message, ...rest } =
    other;
  const {
    exitCode,
    exitSignal,
    cpuTimeMs,
    wallTimeMs,
    memoryKb,
    results,
    outputFiles,
    trace,
    ...run
  } = rest;
  const output = { stdout, stderr, compileOutput, message };
  const used = { exitCode, exitSignal, cpuTimeMs, wallTimeMs, memoryKb };
  const options = { compilerOptions, commandLineArguments, redirectStderrToStdout };
  return {
    ...run,
    program: { languageId, source, ...options },
    result: verdict && { verdict, ...output, ...used, results, outputFiles, trace },
  };
}
