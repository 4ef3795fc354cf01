/** A program, and how it is built and started. */
export interface Program {
  languageId: number;
  source: Buffer;
  /** Words as they are typed; null for none. */
  compilerOptions: string | null;
  commandLineArguments: string | null;
  redirectStderrToStdout: boolean;
}

/** What a program reads, and prints when it is right. */
export interface ProgramInput {
  /** What the caller calls it. */
  name: string | null;
  stdin: Buffer | null;
  /** Null: any output is right. */
  expectedOutput: Buffer | null;
}

/** What a program may take each time that it is run. */
export interface Limits {
  cpuTimeSeconds: number;
  /** So much longer it is left running, though it counts as too slow. */
  extraTimeSeconds: number;
  wallTimeSeconds: number;
  memoryKb: number;
  /** 0: all of the memory. */
  stackKb: number;
  processes: number;
  fileSizeKb: number;
}

/** Where nothing else is asked for. */
export const USUAL_LIMITS: Limits = {
  cpuTimeSeconds: 5,
  extraTimeSeconds: 1,
  wallTimeSeconds: 10,
  memoryKb: 128_000,
  stackKb: 64_000,
  processes: 60,
  fileSizeKb: 1024,
};

/** A program, what it is run on, and what it may take. */
export interface RunPlan {
  program: Program;
  stdin: Buffer | null;
  expectedOutput: Buffer | null;
  /** Compiled once, the program is run on each of them; null: on `stdin` alone. */
  inputs: ProgramInput[] | null;
  /** How often on each input. */
  timesEach: number;
  limits: Limits;
}

/** A run as it was asked for. */
export interface AskedRun extends RunPlan {
  /** For which it is run; empty for the person's own practice. */
  assignment: string;
}

/** A run under the token that it gets. */
export interface TokenedRun extends AskedRun {
  token: string;
}

/** There is nothing in it to run. */
export const isBlank = (source: Buffer): boolean => source.toString('latin1').trim() === '';

/** Is it the name of one of our assignments, or none. */
export const isAssignment = (sent: string): boolean => /^[\w-]{0,64}$/.test(sent);

/** A program as a person writes it, with nothing else said. */
export const plainProgram = (languageId: number, source: string): Program => ({
  languageId,
  source: Buffer.from(source),
  compilerOptions: null,
  commandLineArguments: null,
  redirectStderrToStdout: false,
});

/** A program on several inputs, with nothing else said than some of its limits. */
export const planProgram = (
  program: Program,
  inputs: readonly string[] | null,
  limits: Partial<Limits> = {},
): AskedRun => ({
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

/** What the program is run on, in order. */
export const inputsOf = ({ inputs, stdin, expectedOutput }: RunPlan): ProgramInput[] =>
  inputs ?? [{ name: null, stdin, expectedOutput }];
