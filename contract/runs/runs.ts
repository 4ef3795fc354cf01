import { z } from 'zod';
import { LONG_TEXTS, base64Of, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { MAX_PROGRAM_FILES_BYTES } from './program-files.ts';
import { MAX_TEXT } from '../programs/programs.ts';

const callers = [...signedInOrGuest, 'service'] as const;
const flag = z.string().optional();

const RunQuery = z.object({
  /** "true": texts are base64 in both directions. */
  base64_encoded: flag,
  /**
   * "true": replies when the run ends, or after 30 s with its current state; creating a run replies after 5 minutes
   * at the latest.
   */
  wait: flag,
  /** Comma-separated names, or `*`. */
  fields: flag,
});

/** Judge0 coerces its input ("4" is 4) and reports errors per attribute, so values are not parsed here. */
export const RunRequest = z
  .looseObject({
    source_code: z.unknown().optional(),
    language_id: z.unknown().optional(),
    stdin: z.unknown().optional(),
    /**
     * Up to 20 inputs for one program: `name`, `stdin`, `expected_output`, and how the output is compared, with
     * `comparison`, `tolerance` and `tolerance_is` of a test case. Our addition to Judge0.
     */
    inputs: z.unknown().optional(),
    /** A ZIP archive of further files, in base64. */
    additional_files: z.unknown().optional(),
    /**
     * True if `source_code` is a text of several files, each further one below a line like `===== lib/stack.h =====`.
     * Our addition to Judge0.
     */
    files_in_source: z.unknown().optional(),
    /** "true": keeps the files that the program writes. Our addition to Judge0. */
    collect_files: z.unknown().optional(),
    /**
     * "true": makes a trace of the program in place of its output (docs/api/traces.md). Not with `inputs` or
     * `expected_output`. Our addition
     * to Judge0.
     */
    trace: z.unknown().optional(),
    /** The assignment the run is for. Our addition to Judge0. */
    assignment: z.unknown().optional(),
  })
  .default({});

const text = z.string().nullable();

/** A compiler or interpreter message about one place of the program. */
export const Diagnostic = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  /** From 1. */
  line: z.int(),
  /** The character of the line, from 1, in UTF-16 units; null if only the line is known. */
  column: z.int().nullable(),
  text: z.string(),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

/** A file that a program wrote, whatever it contains. */
export const WrittenFile = z.object({ path: z.string(), content_base64: z.string() });
export type WrittenFile = z.infer<typeof WrittenFile>;

/** A run in Judge0's form; `fields` selects the attributes. */
export const Run = z.looseObject({
  token: z.string().optional(),
  stdout: text.optional(),
  stderr: text.optional(),
  compile_output: text.optional(),
  message: text.optional(),
  /** Seconds of CPU time, as a decimal string. */
  time: text.optional(),
  /** Kilobytes (1024 bytes). */
  memory: z.number().nullable().optional(),
  status: z.object({ id: z.number(), description: z.string() }).optional(),
  exit_code: z.number().nullable().optional(),
  exit_signal: z.number().nullable().optional(),
  /** The number of runs ahead (0: it is next). Our addition to Judge0. */
  queue_place: z.number().nullable().optional(),
  /** The current phase. Our addition to Judge0. */
  phase: z.enum(['queued', 'compiling', 'running', 'finished']).optional(),
  /**
   * One of our fixed verdicts after the end. Our addition to Judge0. A stopped run has status 12, verdict
   * runtime_error, a message that begins with `Stopped`, and its output so far.
   */
  verdict: z.string().nullable().optional(),
  /** Messages of GCC, javac, Java stack traces and Python tracebacks. Our addition to Judge0. */
  diagnostics: z.array(Diagnostic).nullable().optional(),
  /** What the program wrote, if it was asked for; with `inputs`, each result has its own. Our addition to Judge0. */
  output_files: z.array(WrittenFile).nullable().optional(),
  /** JSON lines, packed by gzip, in base64; null if no trace was asked for or the program never started. Our addition to Judge0. */
  trace: text.optional(),
  /** One result per input, in order. Our addition to Judge0. */
  results: z
    .array(
      z.looseObject({
        name: text,
        status: z.object({ id: z.number(), description: z.string() }),
        verdict: z.string(),
        stdout: text,
        stderr: text,
        message: text,
        time: text,
        memory: z.number().nullable(),
        output_files: z.array(WrittenFile).optional(),
      }),
    )
    .nullable()
    .optional(),
});
export type Run = z.infer<typeof Run>;

export const createRun = endpoint({
  method: 'POST',
  path: '/judge0/submissions',
  access: callers,
  openDuringTests: 'Programs run during the test; only what was sent is returned.',
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  load: { longWith: ['wait', 'wait_ms'] },
  summary: 'Run a program',
  query: RunQuery.extend({
    /** Replies when the run ends, or after this many milliseconds with its current state. Our addition to Judge0. */
    wait_ms: flag,
  }),
  // A program of the Workspace and its inputs, which are one text there, and an archive of further files.
  bodyLimit: base64Of(2 * MAX_TEXT + 2 * MAX_PROGRAM_FILES_BYTES),
  body: RunRequest,
  reply: Run,
  status: 201,
});

export const getRun = endpoint({
  method: 'GET',
  path: '/judge0/submissions/:token',
  access: callers,
  openDuringTests: 'Its handler refuses runs from before the test.',
  right: 'own',
  load: { longWith: ['wait'] },
  summary: 'Get the state and result of a run; only for its owner and admins',
  params: z.object({ token: z.string() }),
  query: RunQuery,
  reply: Run,
});

export const listRuns = endpoint({
  method: 'GET',
  path: '/judge0/submissions',
  access: callers,
  right: 'own',
  load: 'heavy',
  summary: 'List the caller’s runs, newest first; admins see everyone’s',
  query: RunQuery.extend({ page: flag, per_page: flag }),
  reply: z.object({
    submissions: z.array(Run),
    meta: z.object({
      current_page: z.int(),
      next_page: z.int().nullable(),
      prev_page: z.int().nullable(),
      total_pages: z.int(),
      total_count: z.int(),
    }),
  }),
});

export const deleteRun = endpoint({
  method: 'DELETE',
  path: '/judge0/submissions/:token',
  access: ['admin', 'service'],
  right: 'campus',
  audit: 'kept',
  summary: 'Delete a run that has ended, if the installation permits it',
  params: z.object({ token: z.string() }),
  query: RunQuery,
  reply: Run,
});

export const createRuns = endpoint({
  method: 'POST',
  path: '/judge0/submissions/batch',
  access: callers,
  openDuringTests: 'Programs run during the test; only tokens are returned.',
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  summary: 'Run up to 20 programs; each is answered with its token or its errors',
  query: RunQuery,
  bodyLimit: LONG_TEXTS,
  body: z.looseObject({ submissions: z.unknown().optional() }).default({}),
  reply: z.array(z.record(z.string(), z.unknown())),
  status: 201,
});

export const getRuns = endpoint({
  method: 'GET',
  path: '/judge0/submissions/batch',
  access: callers,
  openDuringTests: 'Its handler refuses runs from before the test.',
  right: 'own',
  load: 'heavy',
  summary: 'Get up to 20 runs by comma-separated tokens, in their order; null for unknown ones',
  query: RunQuery.extend({ tokens: flag }),
  reply: z.object({ submissions: z.array(Run.nullable()) }),
});

export const stopRun = endpoint({
  method: 'POST',
  path: '/api/v1/runs/:token/stop',
  access: signedInOrGuest,
  openDuringTests: 'Nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'A run of one’s own; stopping that of somebody else is kept all the same.' },
  summary: 'Stop one of the caller’s runs; its output so far is kept',
  params: z.object({ token: z.string() }),
  reply: replyOf(z.null()),
});

export const getRunsAvailability = endpoint({
  method: 'GET',
  path: '/api/v1/runs/availability',
  access: signedInOrGuest,
  openDuringTests: 'Nothing of a person.',
  right: 'own',
  summary: 'Check whether programs can be run now, and if not, why',
  reply: replyOf(z.object({ available: z.boolean(), reason: z.string().nullable() })),
});

/** A run in the caller's history, without its texts. */
export const PastRun = z.object({
  token: z.uuid(),
  createdAt: z.iso.datetime(),
  languageId: z.int(),
  status: z.object({ id: z.int(), description: z.string() }),
  verdict: z.string().nullable(),
  /** Seconds of CPU time; null if the program did not run. */
  timeSeconds: z.number().nullable(),
  /** The number of inputs. */
  inputCount: z.int(),
});
export type PastRun = z.infer<typeof PastRun>;

export const listPastRuns = endpoint({
  method: 'GET',
  path: '/api/v1/runs',
  access: signedInOrGuest,
  right: 'own',
  summary: 'List the caller’s own runs, newest first, 50 a page; also for admins',
  query: z.object({
    /** Only runs before this one. */
    before: z.uuid('That run is not known.').optional(),
    /** Only runs for this assignment; empty for practice. */
    assignment: z.string().max(64, 'That assignment is not known.').optional(),
  }),
  reply: replyOf(z.array(PastRun)),
});
