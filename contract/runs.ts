import { z } from 'zod';
import { endpoint, replyOf, signedIn } from './endpoint.ts';

/** Language ids are Judge0's. */
export const LANGUAGE_C = 50;
export const LANGUAGE_CPP = 54;
export const LANGUAGE_JAVA = 62;
export const LANGUAGE_PYTHON = 71;

/** Judge0's fourteen; its Python client refuses any other. */
export const statuses = [
  { id: 1, description: 'In Queue' },
  { id: 2, description: 'Processing' },
  { id: 3, description: 'Accepted' },
  { id: 4, description: 'Wrong Answer' },
  { id: 5, description: 'Time Limit Exceeded' },
  { id: 6, description: 'Compilation Error' },
  { id: 7, description: 'Runtime Error (SIGSEGV)' },
  { id: 8, description: 'Runtime Error (SIGXFSZ)' },
  { id: 9, description: 'Runtime Error (SIGFPE)' },
  { id: 10, description: 'Runtime Error (SIGABRT)' },
  { id: 11, description: 'Runtime Error (NZEC)' },
  { id: 12, description: 'Runtime Error (Other)' },
  { id: 13, description: 'Internal Error' },
  { id: 14, description: 'Exec Format Error' },
] as const;

const callers = ['student', 'admin', 'service'] as const;
const flag = z.string().optional();

const RunQuery = z.object({
  /** "true": text fields travel as base64, both ways. */
  base64_encoded: flag,
  /** "true": answers when the run has ended, or after 30 s with its present state. */
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
  })
  .default({});

const text = z.string().nullable();

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
   * status 12, verdict runtime_error and message `Stopped`.
   */
  verdict: z.string().nullable().optional(),
});
export type Run = z.infer<typeof Run>;

export const createRun = endpoint({
  method: 'POST',
  path: '/judge0/submissions',
  access: callers,
  summary: 'Run a program',
  query: RunQuery,
  body: RunRequest,
  reply: Run,
  status: 201,
});

export const getRun = endpoint({
  method: 'GET',
  path: '/judge0/submissions/:token',
  access: callers,
  summary: 'The state and result of a run; only its owner and admins may read it',
  params: z.object({ token: z.string() }),
  query: RunQuery,
  reply: Run,
});

export const listLanguages = endpoint({
  method: 'GET',
  path: '/judge0/languages',
  access: callers,
  summary: 'Languages with the compilers really installed',
  reply: z.array(z.object({ id: z.number(), name: z.string() })),
});

export const listStatuses = endpoint({
  method: 'GET',
  path: '/judge0/statuses',
  access: callers,
  summary: 'Judge0’s fourteen statuses',
  reply: z.array(z.object({ id: z.number(), description: z.string() })),
});

export const stopRun = endpoint({
  method: 'POST',
  path: '/api/v1/runs/:token/stop',
  access: signedIn,
  summary: 'End a run of the caller’s that waits or is under way',
  params: z.object({ token: z.string() }),
  reply: replyOf(z.null()),
});

export const getRunsAvailability = endpoint({
  method: 'GET',
  path: '/api/v1/runs/availability',
  access: signedIn,
  summary: 'Can programs be run now, and if not, why',
  reply: replyOf(z.object({ available: z.boolean(), reason: z.string().nullable() })),
});
