import { z } from 'zod';
import { RunLanguage } from './run-languages.ts';
import { MAX_OUTPUT_FILES, OutputFile, ProgramFiles } from './program-files.ts';
import { OutputRule } from './test-case.ts';

/** The header with the runner's token. */
export const RUNNER_TOKEN_HEADER = 'x-runner-token';

/** The version of these messages. */
export const RUNNER_PROTOCOL = 3;

/** Reported for a compiler or program that was stopped on request. */
export const STOPPED = 'Stopped';

/** Time limit of one run over all inputs and repetitions, without the time in which it waits for its slot. */
export const MAX_RUN_MS = 120_000;
export const RUN_TOOK_TOO_LONG = 'Time limit exceeded (the whole run)';

/**
 * On a busy machine a run may take this many times its limits of wall time, if it is kept waiting for a processor.
 * Then it ends as a fault of ours. Boxes get a tenth of the machine beside four endless loops, and share it.
 */
export const MAX_STRETCH = 20;
export const MACHINE_TOO_BUSY = 'The machine was too busy to run this program. Run it again';

/** Reported for a trace that was asked for in a language without one. */
export const NO_TRACER = 'Programs in this language cannot be stepped through here';

/** How often a runner repeats the phase of a run. */
export const REPEAT_PHASE_MS = 5000;

export const Limits = z.object({
  cpuTimeMs: z.int().min(1),
  /** A program may exceed its CPU time by this much before it is killed; it is still too slow. */
  extraTimeMs: z.int().min(0),
  wallTimeMs: z.int().min(1),
  memoryKb: z.int().min(1),
  stackKb: z.int().min(0),
  processes: z.int().min(1),
  fileSizeKb: z.int().min(0),
  /** The limit of each of stdout and stderr; one byte more ends the program. */
  outputKb: z.int().min(1),
});
export type Limits = z.infer<typeof Limits>;

/** The input and expected output of one execution. */
export const RunInput = z.object({
  /** Null for none. */
  stdinBase64: z.string().nullable(),
  /** Null accepts any output. */
  expectedOutputBase64: z.string().nullable(),
  /** Absent for Judge0's rule, which ignores blanks at the ends of lines and blank lines at the end. */
  rule: OutputRule.optional(),
});
export type RunInput = z.infer<typeof RunInput>;

/** POST /runs, server to runner. Texts are base64 of the bytes. */
export const RunOrder = z.object({
  runId: z.uuid(),
  /** Lower values go first in the runner's queue. */
  priority: z.int().min(0).default(0),
  /** Opaque: runs with the same owner share one slot while others wait. Without: every run is its own. */
  owner: z.string().optional(),
  /** A run of the samples of a running test, for which a share of the slots is kept. */
  isCheck: z.boolean().optional(),
  language: RunLanguage,
  sourceBase64: z.string(),
  /** Further files. One at the place of the source is left out. */
  files: ProgramFiles.optional(),
  /** The program is compiled once and runs on each input, in order, in a fresh box. */
  inputs: z.array(RunInput).min(1).max(20),
  /** How often it runs on each input; the first failure ends the repetitions. */
  timesEach: z.int().min(1).max(20),
  /** All inputs and repetitions together; MAX_RUN_MS by default. */
  totalTimeMs: z.int().min(1).optional(),
  compilerOptions: z.array(z.string()),
  commandLineArguments: z.array(z.string()),
  redirectStderrToStdout: z.boolean(),
  /** Returns the files that the program wrote, with each execution. */
  collectFiles: z.boolean().optional(),
  /** Returns a trace of each execution in place of its output, if the language has a tracer. */
  isTrace: z.boolean().optional(),
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

/** The result of one input. */
export const Execution = z.object({
  verdict: Verdict.exclude(['compile_error']),
  stdoutBase64: z.string(),
  stderrBase64: z.string(),
  exitCode: z.int().nullable(),
  exitSignal: z.int().nullable(),
  /** One line for people, such as `Memory limit exceeded`. */
  message: z.string().nullable(),
  /** CPU time of all processes of the program, from the kernel; the mean over repetitions. */
  cpuTimeMs: z.number(),
  wallTimeMs: z.number(),
  /** Peak memory of the program's control group, from the kernel. */
  memoryKb: z.int(),
  /**
   * New or changed files in /box, by path, if they were asked for; of the last repetition. Those beyond
   * MAX_OUTPUT_FILES or MAX_OUTPUT_FILES_BYTES are left out, and so is what is no regular file.
   */
  files: z.array(OutputFile).max(MAX_OUTPUT_FILES).optional(),
  /** A valid trace, packed by gzip, if one was asked for. Absent if the program never started. */
  traceBase64: z.base64().optional(),
});
export type Execution = z.infer<typeof Execution>;

export const Outcome = z.object({
  compileOutputBase64: z.string(),
  /** Why the compiler was stopped; null if it ended by itself. */
  compileFailure: z.string().nullable(),
  /** One per input, in order; empty if the program did not compile, incomplete if it was stopped. */
  executions: z.array(Execution),
});
export type Outcome = z.infer<typeof Outcome>;

const repeated = {
  again: z.literal(true).optional(),
  /** The run takes long, or waits for a long run of its owner. Short runs have slots of their own. */
  isLong: z.literal(true).optional(),
};

/**
 * One line of the reply to POST /runs, which is `application/x-ndjson`; `finished` is the last. The runner repeats
 * the latest line every REPEAT_PHASE_MS with `again`, so that silence means it is gone. POST /runs/{runId}/stop ends
 * a run, which then finishes with its output so far; 404 if it is unknown.
 */
export const RunEvent = z.discriminatedUnion('event', [
  /**
   * `place` is the number of runs ahead in this runner's queue. A long run waits again between its inputs while others
   * wait.
   */
  z.object({ event: z.literal('queued'), place: z.int(), ...repeated }),
  z.object({ event: z.literal('compiling'), ...repeated }),
  /** Sent at each start of the program. */
  z.object({ event: z.literal('running'), ...repeated }),
  z.object({ event: z.literal('finished'), outcome: Outcome }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** GET /status of a runner. A runner that cannot isolate programs answers ready: false, and runs none. */
export const RunnerStatus = z.object({
  /** A server sends no run to a runner that does not know these messages, such as the rules of outputs. */
  protocol: z.literal(RUNNER_PROTOCOL),
  ready: z.boolean(),
  /** What is missing if it is not ready, such as a mount or a right. */
  reason: z.string().nullable(),
  slots: z.int(),
  running: z.int(),
  waiting: z.int(),
  maxWaiting: z.int(),
  /** Programs in a terminal. They mostly wait for a person, and do not occupy a slot meanwhile. */
  liveRuns: z.int().optional(),
  maxLiveRuns: z.int().optional(),
  waitingLiveRuns: z.int().optional(),
  /** Cache hits since the runner started. */
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
      language: RunLanguage,
      /** In Judge0's form, such as `C++ (GCC 12.2.0)`. */
      name: z.string(),
      sourceFile: z.string(),
      compileCommand: z.string().nullable(),
      runCommand: z.string(),
      /** Absent if the language has no tracer here; `fault` says why its tracer does not work, or is null. */
      tracer: z.object({ fault: z.string().nullable() }).optional(),
    }),
  ),
});
export type RunnerStatus = z.infer<typeof RunnerStatus>;
