import { Verdict } from '@vlabs/contract/runs/runner';
import { z } from 'zod';
import { ProgramInput, RunLimits, type RunPlan } from './program.ts';
import { InputResult, type RunResult } from './run-result.ts';

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
  stdin: bytes,
  expectedOutput: bytes,
  inputs: z.array(ProgramInput).nullable(),
  compilerOptions: z.string().nullable(),
  commandLineArguments: z.string().nullable(),
  redirectStderrToStdout: z.boolean(),
  timesEach: z.int(),
  limits: RunLimits,
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
  const { exitCode, exitSignal, cpuTimeMs, wallTimeMs, memoryKb, results, ...run } = rest;
  const output = { stdout, stderr, compileOutput, message };
  const used = { exitCode, exitSignal, cpuTimeMs, wallTimeMs, memoryKb };
  const options = { compilerOptions, commandLineArguments, redirectStderrToStdout };
  return {
    ...run,
    program: { languageId, source, ...options },
    result: verdict && { verdict, ...output, ...used, results },
  };
}
