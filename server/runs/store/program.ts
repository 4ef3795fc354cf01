export interface Program {
  languageId: number;
  source: Buffer;
  /** A command line, split like a shell does; null for none. */
  compilerOptions: string | null;
  commandLineArguments: string | null;
  redirectStderrToStdout: boolean;
}

/** A program's input and the output that counts as correct. */
export interface ProgramInput {
  /** The caller's name for it. */
  name: string | null;
  stdin: Buffer | null;
  /** Null: any output is correct. */
  expectedOutput: Buffer | null;
}

/** Limits for each execution of a program. */
export interface Limits {
  cpuTimeSeconds: number;
  /** Grace period before the program is killed; its verdict is already "too slow". */
  extraTimeSeconds: number;
  wallTimeSeconds: number;
  memoryKb: number;
  /** 0: limited by memory only. */
  stackKb: number;
  processes: number;
  fileSizeKb: number;
}

/** Defaults. */
export const USUAL_LIMITS: Limits = {
  cpuTimeSeconds: 5,
  extraTimeSeconds: 1,
  wallTimeSeconds: 10,
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
  limits: Limits;
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
  inputs: readonly string[] | null,
  limits: Partial<Limits> = {},
): RunRequest => ({
  program,
  stdin: null,
  expectedOutput: null,
  inputs:
    inputs &&
    inputs.map((text) => ({ name: null, stdin: Buffer.from(text), expectedOutput: null })),
  timesEach: 1,
  limits: { ...USUAL_LIMITS, ...limits },
  assignment: '',
});

/** The inputs in order. */
export const inputsOf = ({ inputs, stdin, expectedOutput }: RunPlan): ProgramInput[] =>
  inputs ?? [{ name: null, stdin, expectedOutput }];
