import { z } from 'zod';

/** The header in which the server shows the runner's token. */
export const RUNNER_TOKEN_HEADER = 'x-runner-token';

export const Language = z.enum(['c', 'cpp', 'java', 'python']);
export type Language = z.infer<typeof Language>;

export const Limits = z.object({
  cpuTimeMs: z.int().min(1),
  /** The program may overrun its CPU time by this much before it is killed; it still counts as too slow. */
  extraTimeMs: z.int().min(0),
  wallTimeMs: z.int().min(1),
  memoryKb: z.int().min(1),
  stackKb: z.int().min(0),
  processes: z.int().min(1),
  fileSizeKb: z.int().min(0),
  /** Kept of each of stdout and stderr; one byte more ends the program. */
  outputKb: z.int().min(1),
});
export type Limits = z.infer<typeof Limits>;

/** POST /runs, server to runner. Text is base64 of the bytes. */
export const RunOrder = z.object({
  runId: z.uuid(),
  language: Language,
  sourceBase64: z.string(),
  stdinBase64: z.string(),
  expectedOutputBase64: z.string().nullable(),
  compilerOptions: z.array(z.string()),
  commandLineArguments: z.array(z.string()),
  redirectStderrToStdout: z.boolean(),
  limits: Limits,
});
export type RunOrder = z.infer<typeof RunOrder>;

export const Verdict = z.enum([
  'accepted',
  'wrong_answer',
  'time_limit',
  'memory_limit',
  'output_limit',
  'compile_error',
  'runtime_error',
  'internal_error',
]);
export type Verdict = z.infer<typeof Verdict>;

export const Outcome = z.object({
  verdict: Verdict,
  stdoutBase64: z.string(),
  stderrBase64: z.string(),
  compileOutputBase64: z.string(),
  exitCode: z.int().nullable(),
  exitSignal: z.int().nullable(),
  /** One line for a person, e.g. `Memory limit exceeded`. */
  message: z.string().nullable(),
  /** CPU of all processes of the program, from the kernel. Null when the program never ran. */
  cpuTimeMs: z.number().nullable(),
  wallTimeMs: z.number().nullable(),
  /** Peak of the program's control group, from the kernel. */
  memoryKb: z.int().nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

/** One line of the reply to POST /runs, which is `application/x-ndjson`; `finished` is the last. */
export const RunEvent = z.discriminatedUnion('event', [
  /** `place` runs are ahead in this runner's queue. */
  z.object({ event: z.literal('queued'), place: z.int() }),
  z.object({ event: z.literal('compiling') }),
  z.object({ event: z.literal('running') }),
  z.object({ event: z.literal('finished'), outcome: Outcome }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** GET /status of a runner. A runner that cannot confine programs answers ready false, and runs none. */
export const RunnerStatus = z.object({
  ready: z.boolean(),
  /** Which mount or right is missing, when not ready. */
  reason: z.string().nullable(),
  slots: z.int(),
  running: z.int(),
  waiting: z.int(),
  maxWaiting: z.int(),
  languages: z.array(
    z.object({
      language: Language,
      /** As Judge0 writes it, e.g. `C++ (GCC 12.2.0)`. */
      name: z.string(),
      sourceFile: z.string(),
      compileCommand: z.string().nullable(),
      runCommand: z.string(),
    }),
  ),
});
export type RunnerStatus = z.infer<typeof RunnerStatus>;
