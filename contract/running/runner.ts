import { z } from 'zod';
import { Language } from './languages.ts';

/** The header in which the server shows the runner's token. */
export const RUNNER_TOKEN_HEADER = 'x-runner-token';

/** Said of a compiler or program that was ended because somebody asked for it. */
export const STOPPED = 'Stopped';

/** All inputs and times of one run together, from the first start on. */
export const MAX_RUN_MS = 120_000;
export const RUN_TOOK_TOO_LONG = 'Time limit exceeded (the whole run)';

/** How often a runner repeats the phase of a run. */
export const REPEAT_PHASE_MS = 5000;

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

/** What one run of a program reads, and what it should print. */
const RunInput = z.object({
  stdinBase64: z.string(),
  /** Null: any output is right. */
  expectedOutputBase64: z.string().nullable(),
});

/** POST /runs, server to runner. Text is base64 of the bytes. */
export const RunOrder = z.object({
  runId: z.uuid(),
  /** Of the runs that wait for the runner, those with the smallest go first. */
  priority: z.int().min(0).default(0),
  language: Language,
  sourceBase64: z.string(),
  /** The program is compiled once and run on each, in order, in a fresh box. */
  inputs: z.array(RunInput).min(1).max(20),
  /** How often it is run on each input; the first time that is not accepted is the last. */
  timesEach: z.int().min(1).max(20),
  /** All inputs and times together; MAX_RUN_MS where it is not said. */
  totalTimeMs: z.int().min(1).optional(),
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

/** What became of the program on one input. */
export const Execution = z.object({
  verdict: Verdict.exclude(['compile_error']),
  stdoutBase64: z.string(),
  stderrBase64: z.string(),
  exitCode: z.int().nullable(),
  exitSignal: z.int().nullable(),
  /** One line for a person, e.g. `Memory limit exceeded`. */
  message: z.string().nullable(),
  /** CPU of all processes of the program, from the kernel; the mean where it was run several times. */
  cpuTimeMs: z.number(),
  wallTimeMs: z.number(),
  /** Peak of the program's control group, from the kernel. */
  memoryKb: z.int(),
});
export type Execution = z.infer<typeof Execution>;

export const Outcome = z.object({
  compileOutputBase64: z.string(),
  /** Why the compiler was ended from outside; null when it ended by itself. */
  compileFailure: z.string().nullable(),
  /** One for each input, in order; none when the program did not compile, fewer when it was stopped. */
  executions: z.array(Execution),
});
export type Outcome = z.infer<typeof Outcome>;

const again = z.literal(true).optional();

/**
 * One line of the reply to POST /runs, which is `application/x-ndjson`; `finished` is the last. Every
 * REPEAT_PHASE_MS the runner repeats the latest line with `again`, so only one that is gone is silent.
 * POST /runs/{runId}/stop ends a run: it then finishes with what it has brought so far. 404: it is
 * not there.
 */
export const RunEvent = z.discriminatedUnion('event', [
  /** `place` runs are ahead in this runner's queue. */
  z.object({ event: z.literal('queued'), place: z.int(), again }),
  z.object({ event: z.literal('compiling'), again }),
  /** Said each time that the program is started. */
  z.object({ event: z.literal('running'), again }),
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
  /** Programs in a terminal; they wait for a person most of the time, and hold no slot meanwhile. */
  liveRuns: z.int().optional(),
  maxLiveRuns: z.int().optional(),
  waitingLiveRuns: z.int().optional(),
  /** How often what was looked for was there, since the runner started. */
  caches: z
    .array(
      z.object({
        name: z.enum(['compiled_programs', 'precompiled_headers']),
        hits: z.int(),
        misses: z.int(),
      }),
    )
    .optional(),
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
