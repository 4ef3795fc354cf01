import { z } from 'zod';
import { LONG_TEXTS, endpoint, replyOf, signedInOrGuest } from '../endpoint.ts';

const callers = [...signedInOrGuest, 'service'] as const;
const flag = z.string().optional();

const RunQuery = z.object({
  /** "true": text fields travel as base64, both ways. */
  base64_encoded: flag,
  /**
   * "true": answers when the run has ended, or with its present state after 30 s; whoever adds the run
   * is answered after 5 minutes at the latest.
   */
  wait: flag,
  /** Comma-separated names, or `*`. */
  fields: flag,
});

/** Judge0 coerces what it reads ("4" is 4) and says what is wrong per attribute, so values arrive unread. */
export const RunRequest = z
  .looseObject({
    source_code: z.unknown().optional(),
    language_id: z.unknown().optional(),
    stdin: z.unknown().optional(),
    /** Several inputs for one program, at most 20: an addition to Judge0. */
    inputs: z.unknown().optional(),
    /** For which of our assignments it is run: an addition to Judge0. */
    assignment: z.unknown().optional(),
  })
  .default({});

const text = z.string().nullable();

/** One thing that a compiler or interpreter said about one place of the program. */
export const Diagnostic = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  /** Counted from 1. */
  line: z.int(),
  /** Character of the line, counted from 1; null where only the line is known. */
  column: z.int().nullable(),
  text: z.string(),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

/** A run as Judge0 shows it; `fields` decides which attributes are present. */
export const Run = z.looseObject({
  token: z.string().optional(),
  stdout: text.optional(),
  stderr: text.optional(),
  compile_output: text.optional(),
  message: text.optional(),
  /** Seconds of CPU, as a decimal string. */
  time: text.optional(),
  /** Kilobytes (1024 bytes). */
  memory: z.number().nullable().optional(),
  status: z.object({ id: z.number(), description: z.string() }).optional(),
  exit_code: z.number().nullable().optional(),
  exit_signal: z.number().nullable().optional(),
  /** Runs ahead of this one while it waits (0: it is next); an addition to Judge0. */
  queue_place: z.number().nullable().optional(),
  /** What the runner does now: an addition to Judge0. */
  phase: z.enum(['queued', 'compiling', 'running', 'finished']).optional(),
  /**
   * From our closed list once the run has ended: an addition to Judge0. A run that was stopped has
   * status 12, verdict runtime_error, a message that begins with `Stopped`, and what it had printed.
   */
  verdict: z.string().nullable().optional(),
  /** What GCC, javac, a Java stack trace or a Python traceback says of places: an addition to Judge0. */
  diagnostics: z.array(Diagnostic).nullable().optional(),
  /** One for each of `inputs`, in order, where the run has them: an addition to Judge0. */
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
  right: 'own',
  audit: { notKept: 'Work of one’s own in the Workspace.' },
  load: { longWith: ['wait', 'wait_ms'] },
  summary: 'Run a program',
  query: RunQuery.extend({
    /** Answers when the run has ended, or after so many milliseconds with its state then: an addition to Judge0. */
    wait_ms: flag,
  }),
  bodyLimit: LONG_TEXTS,
  body: RunRequest,
  reply: Run,
  status: 201,
});

export const getRun = endpoint({
  method: 'GET',
  path: '/judge0/submissions/:token',
  access: callers,
  right: 'own',
  load: { longWith: ['wait'] },
  summary: 'The state and result of a run; only its owner and admins may read it',
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
  summary: 'The caller’s own runs, newest first; an admin sees everyone’s',
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
  summary: 'Delete a run that has ended, where the installation permits it',
  params: z.object({ token: z.string() }),
  query: RunQuery,
  reply: Run,
});

export const createRuns = endpoint({
  method: 'POST',
  path: '/judge0/submissions/batch',
  access: callers,
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
  right: 'own',
  load: 'heavy',
  summary:
    'The runs of up to 20 tokens with commas between, in their order; null for an unknown one',
  query: RunQuery.extend({ tokens: flag }),
  reply: z.object({ submissions: z.array(Run.nullable()) }),
});

export const stopRun = endpoint({
  method: 'POST',
  path: '/api/v1/runs/:token/stop',
  access: signedInOrGuest,
  right: 'own',
  audit: { notKept: 'A run of one’s own; stopping that of somebody else is kept all the same.' },
  summary: 'End a run of the caller’s that waits or is under way; what it has printed is kept',
  params: z.object({ token: z.string() }),
  reply: replyOf(z.null()),
});

export const getRunsAvailability = endpoint({
  method: 'GET',
  path: '/api/v1/runs/availability',
  access: signedInOrGuest,
  right: 'own',
  summary: 'Can programs be run now, and if not, why',
  reply: replyOf(z.object({ available: z.boolean(), reason: z.string().nullable() })),
});

/** A run in the caller's own history, without its texts. */
export const PastRun = z.object({
  token: z.uuid(),
  createdAt: z.iso.datetime(),
  languageId: z.int(),
  status: z.object({ id: z.int(), description: z.string() }),
  verdict: z.string().nullable(),
  /** Seconds of CPU; null where the program was not run. */
  timeSeconds: z.number().nullable(),
  /** How many inputs it was run on. */
  inputCount: z.int(),
});
export type PastRun = z.infer<typeof PastRun>;

export const listPastRuns = endpoint({
  method: 'GET',
  path: '/api/v1/runs',
  access: signedInOrGuest,
  right: 'own',
  summary: 'The caller’s own runs, newest first, 50 at a time; an admin’s own as well',
  query: z.object({
    /** Only those before this run. */
    before: z.uuid('That run is not known.').optional(),
    /** Only those for this assignment; empty: for none. */
    assignment: z.string().max(64, 'That assignment is not known.').optional(),
  }),
  reply: replyOf(z.array(PastRun)),
});
