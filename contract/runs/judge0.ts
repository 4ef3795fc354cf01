import { z } from 'zod';
import { STOPPED, type Verdict } from './runner.ts';
import { endpoint, signedIn, signedInOrGuest } from '../http/endpoint.ts';

/** Judge0's calls about itself and its languages, with its names and shapes. */

const callers = [...signedIn, 'service'] as const;
/** For calls that a client needs to run programs. */
const allWhoRun = [...signedInOrGuest, 'service'] as const;

/** The Judge0 version of this contract. */
export const JUDGE0_VERSION = '1.13.1';

/** Judge0's fourteen statuses; its Python client accepts no others. */
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

const STATUS_OF_VERDICT: Partial<Record<Verdict, number>> = {
  accepted: 3,
  wrong_answer: 4,
  time_limit: 5,
  compile_error: 6,
  // The kernel's limit on the file size.
  output_limit: 8,
  internal_error: 13,
};

/** Linux signal numbers that have their own status. */
const STATUS_OF_SIGNAL: ReadonlyMap<number, number> = new Map([
  [11, 7],
  [25, 8],
  [8, 9],
  [6, 10],
]);
const NONZERO_EXIT = 11;
const OTHER_RUNTIME_ERROR = 12;

/**
 * Judge0's status of a run or of its result on one input. It has none for the memory limit, and none for a stopped
 * run: the status shows how the program ended.
 */
export function statusOf(run: {
  /** No runner has it yet. */
  isWaiting: boolean;
  /** Null until it has ended. */
  ending: { verdict: Verdict; exitSignal: number | null; message: string | null } | null;
}): { id: number; description: string } {
  const { isWaiting, ending } = run;
  const id = ending ? statusIdOf(ending) : isWaiting ? 1 : 2;
  const status = statuses.find((candidate) => candidate.id === id);
  if (!status) throw new Error(`There is no status ${id}.`);
  return { id, description: status.description };
}

function statusIdOf(ending: {
  verdict: Verdict;
  exitSignal: number | null;
  message: string | null;
}) {
  const { verdict, exitSignal, message } = ending;
  const ofVerdict = STATUS_OF_VERDICT[verdict];
  if (ofVerdict !== undefined) return ofVerdict;
  if (message?.startsWith(STOPPED)) return OTHER_RUNTIME_ERROR;
  if (exitSignal === null) return NONZERO_EXIT;
  const ofSignal = verdict === 'runtime_error' ? STATUS_OF_SIGNAL.get(exitSignal) : undefined;
  return ofSignal ?? OTHER_RUNTIME_ERROR;
}

const listed = z.object({
  id: z.number(),
  name: z.string(),
  /** Its programs can be traced, or `fault` says why not; absent without a tracer. Our addition to Judge0. */
  tracer: z.object({ fault: z.string().nullable() }).optional(),
});

const information = <Reply extends z.ZodType>(
  path: `/${string}`,
  summary: string,
  reply: Reply,
  access: typeof callers | typeof allWhoRun = callers,
) =>
  endpoint({
    method: 'GET',
    path: `/judge0${path}`,
    access,
    openDuringTests: 'Nothing of a person.',
    right: 'own',
    summary,
    reply,
  });

export const listLanguages = information(
  '/languages',
  'Languages with the compilers really installed',
  z.array(listed),
  allWhoRun,
);

export const listAllLanguages = information(
  '/languages/all',
  'The same languages, each with whether it is archived, which none is',
  z.array(listed.extend({ is_archived: z.boolean() })),
);

export const getLanguage = endpoint({
  method: 'GET',
  path: '/judge0/languages/:languageId',
  access: allWhoRun,
  openDuringTests: 'Nothing of a person.',
  right: 'own',
  summary: 'Get how a language is compiled and run',
  params: z.object({ languageId: z.string() }),
  reply: listed.extend({
    is_archived: z.boolean(),
    source_file: z.string(),
    /** `%s` stands for the compiler options. */
    compile_cmd: z.string().nullable(),
    run_cmd: z.string(),
  }),
});

export const listStatuses = information(
  '/statuses',
  'Judge0’s fourteen statuses',
  z.array(z.object({ id: z.number(), description: z.string() })),
  allWhoRun,
);

export const getSystemInfo = information(
  '/system_info',
  'The machine of this server',
  z.record(z.string(), z.string()),
);

export const getConfigInfo = information(
  '/config_info',
  'What may be asked for, its defaults and its limits',
  z.record(z.string(), z.union([z.boolean(), z.number(), z.array(z.string())])),
);

const count = z.int();
const named = z.object({ id: z.int(), name: z.string() });

export const RunStatistics = z.object({
  created_at: z.string(),
  cached_until: z.string(),
  submissions: z.object({
    total: count,
    today: count,
    last_30_days: z.record(z.string(), count),
  }),
  languages: z.array(z.object({ language: named, count })),
  statuses: z.array(z.object({ status: named, count })),
  database: z.object({ size_pretty: z.string(), size_in_bytes: z.int() }),
});
export type RunStatistics = z.infer<typeof RunStatistics>;

export const getRunStatistics = endpoint({
  method: 'GET',
  path: '/judge0/statistics',
  access: callers,
  openDuringTests: 'Nothing of a person.',
  right: 'own',
  summary: 'Get run counts, at most ten minutes old unless `invalidate_cache=true`',
  query: z.object({ invalidate_cache: z.string().optional() }),
  reply: RunStatistics,
});

export const listWorkers = information(
  '/workers',
  'The one queue, and the slots of all runners',
  z.array(
    z.object({
      queue: z.string(),
      size: count,
      available: count,
      idle: count,
      working: count,
      paused: count,
      failed: count,
    }),
  ),
);

export const getAbout = information(
  '/about',
  'The version of Judge0 that is spoken, and who speaks it',
  z.object({
    version: z.string(),
    homepage: z.string(),
    source_code: z.string(),
    maintainer: z.string(),
  }),
);

export const getVersion = information(
  '/version',
  'The version of Judge0 that is spoken',
  z.string(),
);
export const getIsolate = information('/isolate', 'What confines the programs', z.string());
export const getLicense = information('/license', 'Under which terms this may be used', z.string());

export const getJudge0Home = endpoint({
  method: 'GET',
  path: '/judge0',
  access: 'anyone',
  openDuringTests: 'Nothing of a person.',
  summary: 'An empty page: the service is running',
  reply: z.string(),
});

export const authenticate = endpoint({
  method: 'POST',
  path: '/judge0/authenticate',
  access: callers,
  openDuringTests: 'Nothing of a person.',
  right: 'own',
  audit: { notKept: 'It changes nothing.' },
  summary: 'Check whether the token may call',
  reply: z.string(),
});

export const authorize = endpoint({
  method: 'POST',
  path: '/judge0/authorize',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  summary: 'Check whether the token may see every run',
  reply: z.string(),
});
