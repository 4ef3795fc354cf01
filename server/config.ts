import type { Role } from '@vlabs/contract/endpoint';
import { Registration } from '@vlabs/contract/people/auth';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './platform/connections/addresses.ts';
import { StartFailure } from './platform/start-failure.ts';

/** An invalid setting. The message names it, its value and the allowed values. */
export class ConfigError extends StartFailure {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string();
const wholeNumber = (min: number, max: number) =>
  text
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const listOf = (item: z.ZodType<string, string>) =>
  text.transform((value) => value.split(',').map((part) => part.trim())).pipe(z.array(item));
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const origin = z.string().refine((value) => URL.parse(value)?.origin === value);
const serviceToken = z.string().regex(/^[a-z0-9-]{1,40}:[^\s:]{32,256}$/);

interface Setting<Shape extends z.ZodType> {
  shape: Shape;
  /** Completes the sentence "It may hold …". */
  mayHold: string;
  /** The value is never printed. */
  secret?: true;
}
const setting = <Shape extends z.ZodType>(
  shape: Shape,
  mayHold: string,
  secret?: true,
): Setting<Shape> => ({ shape, mayHold, ...(secret && { secret }) });

const settings = {
  port: setting(wholeNumber(0, 65_535), 'a whole number from 0 (any free port) to 65535'),
  host: setting(text.regex(/^[^\s/]+$/), 'a host name or an address, like 127.0.0.1 or 0.0.0.0'),
  folder: setting(
    text.refine((path) => !path.includes('\0')),
    'the path of a folder',
  ),
  database: setting(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'a URL like postgresql://user:password@host:5432/name',
    true,
  ),
  databasePool: setting(wholeNumber(2, 1000), 'a whole number of connections from 2 to 1000'),
  urls: setting(listOf(httpUrl), 'one or more http or https URLs with commas between'),
  url: setting(httpUrl, 'an http or https URL'),
  token: setting(
    text.regex(/^\S{1,1024}$/),
    'a text of up to 1024 characters without spaces',
    true,
  ),
  serviceTokens: setting(
    listOf(serviceToken),
    'name:token pairs with commas between, a token having 32 characters or more',
    true,
  ),
  onOff: setting(z.enum(['on', 'off']), 'on or off'),
  institution: setting(text.trim().min(1).max(100), 'a name of 1 to 100 characters'),
  email: setting(z.email().max(254), 'an email address like lab@example.edu'),
  registration: setting(Registration, 'open, confirmed or roster'),
  classMakers: setting(z.enum(['staff', 'campus']), 'staff or campus'),
  seconds: setting(wholeNumber(0, 3600), 'a whole number of seconds from 0 to 3600'),
  timeout: setting(wholeNumber(1, 600), 'a whole number of seconds from 1 to 600'),
  fileMegabytes: setting(wholeNumber(1, 5000), 'a whole number of megabytes from 1 to 5000'),
  bucket: setting(
    text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
  region: setting(text.regex(/^[\w-]{1,64}$/), 'a region like us-east-1'),
  days: setting(wholeNumber(1, 36_500), 'a whole number of days from 1 to 36500'),
  slots: setting(wholeNumber(1, 64), 'a whole number of programs from 1 to 64'),
  maxWaiting: setting(wholeNumber(0, 10_000), 'a whole number of programs from 0 to 10000'),
  liveRuns: setting(wholeNumber(1, 128), 'a whole number of programs from 1 to 128'),
  connections: setting(wholeNumber(100, 1_000_000), 'a whole number from 100 to 1000000'),
  megabytes: setting(wholeNumber(0, 1_000_000), 'a whole number of megabytes from 0 to 1000000'),
  origins: setting(
    listOf(origin),
    'one or more origins like https://lab.example.edu with commas between',
  ),
  proxies: setting(
    listOf(z.string().regex(/^[0-9a-f.:]+(\/\d{1,3})?$/i)),
    'one or more addresses or networks like 10.0.0.0/8 with commas between',
  ),
  aiProvider: setting(z.enum(['google', 'openai-compatible']), 'google or openai-compatible'),
  aiModel: setting(text.regex(/^[\w.:/@+-]{1,200}$/), 'the name of a model, like gemini-2.5-flash'),
  logLevel: setting(z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
};

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. A missing or empty setting has its default. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const optional = <Shape extends z.ZodType>(
    variable: string,
    { shape, ...kind }: Setting<Shape>,
  ) => readSetting(environment[variable], variable, { shape, ...kind });
  const { host, trustedProxies, demo } = readReach(optional);
  return {
    port: optional('PORT', settings.port) ?? 3000,
    host,
    /** Absolute. */
    dataFolder: resolve(optional('VLABS_DATA', settings.folder) ?? './data'),
    /** Null: the embedded database is used. */
    databaseUrl: optional('DATABASE_URL', settings.database),
    /** Null: DATABASE_URL leads to the database itself, not to a connection pooler. */
    databaseDirectUrl: optional('VLABS_DB_DIRECT_URL', settings.database),
    /** Number of database connections that calls share. */
    databasePool: optional('VLABS_DB_POOL', settings.databasePool) ?? 10,
    /** Empty: a runner is started next to the server. */
    runnerUrls: optional('VLABS_RUNNER_URL', settings.urls) ?? [],
    runnerToken: optional('VLABS_RUNNER_TOKEN', settings.token),
    /** Settings of the local runner, by its own variable names. */
    runnerSettings: readRunnerSettings(optional),
    demo: demo === 'on',
    ...readInstitution(optional, demo),
    registration:
      optional('VLABS_REGISTRATION', settings.registration) ??
      (demo === 'on' ? ('open' as const) : ('confirmed' as const)),
    graceSeconds: optional('VLABS_GRACE_SECONDS', settings.seconds) ?? 60,
    origins: optional('VLABS_ORIGINS', settings.origins) ?? [],
    /** Proxies whose X-Forwarded-For is trusted. Empty: the connection's address counts. */
    trustedProxies,
    /** Maximum number of concurrent client connections. */
    maxConnections: optional('VLABS_MAX_CONNECTIONS', settings.connections) ?? 10_000,
    logLevel: optional('LOG_LEVEL', settings.logLevel) ?? ('info' as const),
    /** Retention period of runs. */
    runDays: optional('VLABS_RUN_DAYS', settings.days) ?? 180,
    /** Whether admins and services may delete runs. */
    mayDeleteRuns: optional('VLABS_RUN_DELETE', settings.onOff) === 'on',
    /** The largest file that can be uploaded. */
    maxFileBytes: (optional('VLABS_MAX_FILE_MB', settings.fileMegabytes) ?? 50) * 1_048_576,
    studentFilesBytes:
      (optional('VLABS_STUDENT_FILES_MB', settings.fileMegabytes) ?? 1000) * 1_048_576,
    /** How long deleted files' bytes are kept, in case the database is restored from a backup. */
    deletedDays: optional('VLABS_DELETED_FILES_DAYS', settings.days) ?? 30,
    /** True if shared settings that differ from the other servers' should apply from now on. */
    hasNewSettings: optional('VLABS_NEW_SETTINGS', settings.onOff) === 'on',
    ...readObjectStores(optional),
    /** Null: programs run on our own runners. */
    judge0: readJudge0(optional),
    /** Null: teachers copy the prompt to an assistant of their choice. */
    assistant: readAssistant(optional),
    /** Null: only admins may read /metrics, and anyone on this machine while the demo is open. */
    metricsToken: optional('VLABS_METRICS_TOKEN', settings.token),
    /** External programs that may run code, by name. */
    serviceTokens: (optional('VLABS_SERVICE_TOKENS', settings.serviceTokens) ?? []).map((pair) => {
      const [name = '', token = ''] = pair.split(':');
      return { name, token };
    }),
  };
}

const inMegabytes = (bytes: number) => String(bytes / 1_048_576);

/** Whether this role may create classes. */
export const makesClasses = ({ classMakers }: Pick<Config, 'classMakers'>, role: Role): boolean =>
  role === 'admin' || (role === 'staff' && classMakers === 'staff');

/** Settings that all servers of one database must share, with defaults. */
export function sharedSettings(config: Config): Record<string, string> {
  return {
    VLABS_DEMO: config.demo ? 'on' : 'off',
    VLABS_INSTITUTION: config.institution,
    VLABS_REGISTRATION: config.registration,
    VLABS_CLASSES: config.classMakers,
    VLABS_GRACE_SECONDS: String(config.graceSeconds),
    VLABS_RUN_DAYS: String(config.runDays),
    VLABS_RUN_DELETE: config.mayDeleteRuns ? 'on' : 'off',
    VLABS_MAX_FILE_MB: inMegabytes(config.maxFileBytes),
    VLABS_STUDENT_FILES_MB: inMegabytes(config.studentFilesBytes),
    VLABS_DELETED_FILES_DAYS: String(config.deletedDays),
  };
}

type ReadOptional = <Shape extends z.ZodType>(
  variable: string,
  setting: Setting<Shape>,
) => z.output<Shape> | null;

/** How the server is reached. The demo's passwords are public, so it is off behind a proxy. */
function readReach(optional: ReadOptional) {
  const host = optional('HOST', settings.host) ?? '127.0.0.1';
  const trustedProxies = optional('VLABS_TRUSTED_PROXIES', settings.proxies) ?? [];
  const asked = optional('VLABS_DEMO', settings.onOff) ?? (isLoopback(host) ? 'on' : 'off');
  return { host, trustedProxies, demo: trustedProxies.length > 0 ? ('off' as const) : asked };
}

/** The operator of the installation. Its name appears in sentences: "News about …". */
function readInstitution(optional: ReadOptional, demo: 'on' | 'off') {
  const nameless = demo === 'on' ? 'KIIT' : 'the university';
  return {
    institution: optional('VLABS_INSTITUTION', settings.institution) ?? nameless,
    website: optional('VLABS_INSTITUTION_URL', settings.url),
    contactEmail: optional('VLABS_CONTACT_EMAIL', settings.email),
    /** Who creates classes: all staff, or campus admins only. */
    classMakers: optional('VLABS_CLASSES', settings.classMakers) ?? ('staff' as const),
  };
}

function readRunnerSettings(optional: ReadOptional): Record<string, string> {
  const numbers = {
    VLABS_RUNNER_SLOTS: optional('VLABS_RUNNER_SLOTS', settings.slots),
    VLABS_RUNNER_MAX_WAITING: optional('VLABS_RUNNER_MAX_WAITING', settings.maxWaiting),
    VLABS_RUNNER_LIVE_RUNS: optional('VLABS_RUNNER_LIVE_RUNS', settings.liveRuns),
    VLABS_RUNNER_HEADER_CACHE_MB: optional('VLABS_RUNNER_HEADER_CACHE_MB', settings.megabytes),
    VLABS_RUNNER_COMPILE_CACHE_MB: optional('VLABS_RUNNER_COMPILE_CACHE_MB', settings.megabytes),
  };
  const given = Object.entries(numbers).filter(([, number]) => number !== null);
  return Object.fromEntries(given.map(([variable, number]) => [variable, String(number)]));
}

function readJudge0(optional: ReadOptional) {
  const url = optional('VLABS_JUDGE0_URL', settings.url);
  const key = optional('VLABS_JUDGE0_KEY', settings.token);
  const host = optional('VLABS_JUDGE0_HOST', settings.host);
  return url === null ? null : { url, key, host: host ?? new URL(url).host };
}

/** Enabled by a key or the name of a provider. */
function readAssistant(optional: ReadOptional) {
  const named = optional('VLABS_AI_PROVIDER', settings.aiProvider);
  const key =
    optional('VLABS_AI_KEY', settings.token) ?? optional('GEMINI_API_KEY', settings.token);
  const baseUrl = optional('VLABS_AI_BASE_URL', settings.url);
  const model = optional('VLABS_AI_MODEL', settings.aiModel) ?? 'gemini-2.5-flash';
  const timeoutSeconds = optional('VLABS_AI_SECONDS', settings.seconds) ?? 120;
  const provider = named ?? 'google';
  if (provider === 'openai-compatible' && baseUrl === null) {
    throw new ConfigError(
      'VLABS_AI_PROVIDER holds "openai-compatible". It may hold that only together with VLABS_AI_BASE_URL.',
    );
  }
  if (provider === 'google' && key === null) return null;
  return { provider, key, baseUrl, model, timeoutSeconds };
}

const readObjectStores = (optional: ReadOptional) => ({
  /** Null: files are stored in the data folder. */
  s3: readS3(optional),
  /** Null: backups are stored in folders. */
  backupS3: readBackupS3(optional),
});

/** All of these settings or none; a partial address would lose files. */
function readS3(optional: ReadOptional) {
  const endpoint = optional('VLABS_S3_ENDPOINT', settings.url);
  const bucket = optional('VLABS_S3_BUCKET', settings.bucket);
  const accessKeyId = optional('VLABS_S3_ACCESS_KEY_ID', settings.token);
  const secretAccessKey = optional('VLABS_S3_SECRET_ACCESS_KEY', settings.token);
  const region = optional('VLABS_S3_REGION', settings.region) ?? 'us-east-1';
  const timeoutSeconds = optional('VLABS_S3_SECONDS', settings.timeout) ?? 30;
  if (endpoint === null) return null;
  if (bucket === null || accessKeyId === null || secretAccessKey === null) {
    throw new ConfigError(
      `VLABS_S3_ENDPOINT holds ${JSON.stringify(endpoint)}. It may hold a URL only together with VLABS_S3_BUCKET, VLABS_S3_ACCESS_KEY_ID and VLABS_S3_SECRET_ACCESS_KEY.`,
    );
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, timeoutSeconds };
}

/** Separate keys: those of the file store, which servers hold, must not open the backups. */
function readBackupS3(optional: ReadOptional) {
  const endpoint = optional('VLABS_BACKUP_S3_ENDPOINT', settings.url);
  const accessKeyId = optional('VLABS_BACKUP_S3_ACCESS_KEY_ID', settings.token);
  const secretAccessKey = optional('VLABS_BACKUP_S3_SECRET_ACCESS_KEY', settings.token);
  const region = optional('VLABS_BACKUP_S3_REGION', settings.region) ?? 'us-east-1';
  const timeoutSeconds = optional('VLABS_BACKUP_S3_SECONDS', settings.timeout) ?? 30;
  if (endpoint === null) return null;
  if (accessKeyId === null || secretAccessKey === null) {
    throw new ConfigError(
      `VLABS_BACKUP_S3_ENDPOINT holds ${JSON.stringify(endpoint)}. It may hold a URL only together with VLABS_BACKUP_S3_ACCESS_KEY_ID and VLABS_BACKUP_S3_SECRET_ACCESS_KEY.`,
    );
  }
  return { endpoint, region, accessKeyId, secretAccessKey, timeoutSeconds };
}

function readSetting<Shape extends z.ZodType>(
  value: string | undefined,
  variable: string,
  { shape, mayHold, secret }: Setting<Shape>,
): z.output<Shape> | null {
  if (value === undefined || value.trim() === '') return null;
  const result = shape.safeParse(value.trim());
  if (result.success) return result.data;
  const shown = secret ? '(hidden)' : JSON.stringify(value.slice(0, 200));
  throw new ConfigError(`${variable} holds ${shown}. It may hold ${mayHold}.`);
}
