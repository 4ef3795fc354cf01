import { Verdict } from '@vlabs/contract/runs/runner';
import { z } from 'zod';
import type { ProgramInput, RunPlan } from './program.ts';
import type { InputResult, RunResult } from './run-result.ts';

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
  statusId: number;
  /** Null until the run has ended, like the result. */
  finishedAt: Date | null;
  result: RunResult | null;
}

/** Bytes in a JSON column, as base64. */
const StoredBytes = z.codec(z.string(), z.instanceof(Buffer), {
  decode: (text) => Buffer.from(text, 'base64'),
  encode: (bytes) => bytes.toString('base64'),
});

const StoredInput = z.object({
  name: z.string().nullable(),
  stdin: StoredBytes.nullable(),
  expected_output: StoredBytes.nullable(),
});

/** The stored form of several inputs. */
const StoredInputs = z.codec(z.array(StoredInput), z.custom<ProgramInput[]>(Array.isArray), {
  decode: (all) =>
    all.map(({ expected_output, ...input }) => ({ ...input, expectedOutput: expected_output })),
  encode: (all) =>
    all.map(({ expectedOutput, ...input }) => ({ ...input, expected_output: expectedOutput })),
});

const StoredResult = z.object({
  name: z.string().nullable(),
  status_id: z.int(),
  verdict: Verdict,
  stdout: StoredBytes,
  stderr: StoredBytes,
  message: z.string().nullable(),
  exit_code: z.int().nullable(),
  exit_signal: z.int().nullable(),
  time: z.number().nullable(),
  wall_time: z.number().nullable(),
  memory: z.int().nullable(),
});

/** The stored form of the results on several inputs. */
const StoredResults = z.codec(z.array(StoredResult), z.custom<InputResult[]>(Array.isArray), {
  decode: (all) => all.map(readResult),
  encode: (all) => all.map(writeResult),
});

/** Serializes inputs for a JSON column. */
export const writeInputs = (inputs: ProgramInput[]): string =>
  JSON.stringify(StoredInputs.encode(inputs));
export const writeResults = (results: InputResult[]): string =>
  JSON.stringify(StoredResults.encode(results));

const bytes = z.instanceof(Buffer).nullable();

const RunColumns = z.object({
  token: z.uuid(),
  owner: z.string(),
  assignment: z.string(),
  createdAt: z.date(),
  priority: z.int(),
  tries: z.int(),
  statusId: z.int(),
  finishedAt: z.date().nullable(),
  languageId: z.int(),
  sourceCode: z.instanceof(Buffer),
  stdin: bytes,
  expectedOutput: bytes,
  inputs: StoredInputs.nullable(),
  compilerOptions: z.string().nullable(),
  commandLineArguments: z.string().nullable(),
  redirectStderrToStdout: z.boolean(),
  numberOfRuns: z.int(),
  cpuTimeLimit: z.number(),
  cpuExtraTime: z.number(),
  wallTimeLimit: z.number(),
  memoryLimit: z.int(),
  stackLimit: z.int(),
  maxProcessesAndOrThreads: z.int(),
  maxFileSize: z.int(),
  verdict: Verdict.nullable(),
  stdout: bytes,
  stderr: bytes,
  compileOutput: bytes,
  message: z.string().nullable(),
  exitCode: z.int().nullable(),
  exitSignal: z.int().nullable(),
  time: z.number().nullable(),
  wallTime: z.number().nullable(),
  memory: z.int().nullable(),
  results: StoredResults.nullable(),
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
  return {
    token: row.token,
    owner: row.owner,
    assignment: row.assignment,
    createdAt: row.createdAt,
    priority: row.priority,
    tries: row.tries,
    statusId: row.statusId,
    finishedAt: row.finishedAt,
    program: {
      languageId: row.languageId,
      source: row.sourceCode,
      compilerOptions: row.compilerOptions,
      commandLineArguments: row.commandLineArguments,
      redirectStderrToStdout: row.redirectStderrToStdout,
    },
    stdin: row.stdin,
    expectedOutput: row.expectedOutput,
    inputs: row.inputs,
    timesEach: row.numberOfRuns,
    limits: {
      cpuTimeSeconds: row.cpuTimeLimit,
      extraTimeSeconds: row.cpuExtraTime,
      wallTimeSeconds: row.wallTimeLimit,
      memoryKb: row.memoryLimit,
      stackKb: row.stackLimit,
      processes: row.maxProcessesAndOrThreads,
      fileSizeKb: row.maxFileSize,
    },
    result: row.verdict && { ...readEnding(row), verdict: row.verdict, statusId: row.statusId },
  };
}

const readEnding = (row: z.output<typeof RunColumns>) => ({
  stdout: row.stdout,
  stderr: row.stderr,
  compileOutput: row.compileOutput,
  message: row.message,
  exitCode: row.exitCode,
  exitSignal: row.exitSignal,
  timeSeconds: row.time,
  wallTimeSeconds: row.wallTime,
  memoryKb: row.memory,
  results: row.results,
});

function readResult(stored: z.output<typeof StoredResult>): InputResult {
  const { status_id, exit_code, exit_signal, time, wall_time, memory, ...same } = stored;
  return {
    ...same,
    statusId: status_id,
    exitCode: exit_code,
    exitSignal: exit_signal,
    timeSeconds: time,
    wallTimeSeconds: wall_time,
    memoryKb: memory,
  };
}

function writeResult(result: InputResult): z.output<typeof StoredResult> {
  const { statusId, exitCode, exitSignal, timeSeconds, wallTimeSeconds, memoryKb, ...same } =
    result;
  return {
    ...same,
    status_id: statusId,
    exit_code: exitCode,
    exit_signal: exitSignal,
    time: timeSeconds,
    wall_time: wallTimeSeconds,
    memory: memoryKb,
  };
}
