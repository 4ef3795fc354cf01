import { RunInput } from '@vlabs/contract/runs/runner';
import { z } from 'zod';

export interface Program {
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
  stdin: Buffer | null;
  expectedOutput: Buffer | null;
  /** The program is compiled once and run on each input; null: on `stdin` only. */
  inputs: ProgramInput[] | null;
  /** Number of executions per input. */
  timesEach: number;
  limits: RunLimits;
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
  stdin: null,
  expectedOutput: null,
  inputs: inputs && inputs.map((input) => ({ name: null, ...input })),
  timesEach: 1,
  limits: { ...USUAL_LIMITS, ...limits },
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
