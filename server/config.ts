import type { Role } from '@vlabs/contract/http/endpoint';
import { resolve } from 'node:path';
import { isLoopback } from './platform/connections/addresses.ts';
import {
  ConfigError,
  type ReadOptional,
  readSetting,
  settings,
} from './platform/setting-shapes.ts';

export type Config = ReturnType<typeof readConfig>;

/** The only reader of the environment. A missing or empty setting has its default. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const optional: ReadOptional = (variable, kind) =>
    readSetting(environment[variable], variable, kind);
  const { host, trustedProxies, demo } = readReach(optional);
  const chosen = optional('VLABS_REGISTRATION', settings.registration);
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
    registration: chosen ?? (demo === 'on' ? ('open' as const) : ('confirmed' as const)),
    /** Once the demo is closed, which needs no restart. */
    registrationAfterDemo: chosen ?? ('confirmed' as const),
    /** How people on a student list prove their roll number. */
    registrationProof:
      optional('VLABS_REGISTRATION_PROOF', settings.registrationProof) ?? ('email' as const),
    sessionLimits: readSessionLimits(optional),
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
    serviceTokens: readServiceTokens(optional),
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
    VLABS_PUBLIC_URL: config.publicUrl ?? '',
    VLABS_REGISTRATION: config.registration,
    VLABS_REGISTRATION_PROOF: config.registrationProof,
    VLABS_CLASSES: config.classMakers,
    VLABS_MAIL_FROM: config.mail?.from ?? '',
    VLABS_SHARED_IDLE_MINUTES: String(config.sessionLimits.sharedIdleMinutes),
    VLABS_SESSION_DAYS: String(config.sessionLimits.longestDays),
    VLABS_ADMIN_SESSION_HOURS: String(config.sessionLimits.adminHours),
    VLABS_GRACE_SECONDS: String(config.graceSeconds),
    VLABS_RUN_DAYS: String(config.runDays),
    VLABS_RUN_DELETE: config.mayDeleteRuns ? 'on' : 'off',
    VLABS_MAX_FILE_MB: inMegabytes(config.maxFileBytes),
    VLABS_STUDENT_FILES_MB: inMegabytes(config.studentFilesBytes),
    VLABS_DELETED_FILES_DAYS: String(config.deletedDays),
  };
}

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
    /** The origin that people and mails use, without a path; null if it is not set. */
    publicUrl: optional('VLABS_PUBLIC_URL', settings.publicUrl),
    /** Null: no mail is sent, and no page promises one. */
    mail: readMail(optional),
    website: optional('VLABS_INSTITUTION_URL', settings.url),
    contactEmail: optional('VLABS_CONTACT_EMAIL', settings.email),
    /** Who creates classes: all staff, or campus admins only. */
    classMakers: optional('VLABS_CLASSES', settings.classMakers) ?? ('staff' as const),
  };
}

const readSessionLimits = (optional: ReadOptional) => ({
  mailsNewDevices: optional('VLABS_SMTP_URL', settings.smtp) !== null,
  sharedIdleMinutes: optional('VLABS_SHARED_IDLE_MINUTES', settings.idleMinutes) ?? 30,
  longestDays: optional('VLABS_SESSION_DAYS', settings.sessionDays) ?? 30,
  adminHours: optional('VLABS_ADMIN_SESSION_HOURS', settings.sessionHours) ?? 12,
});

function readRunnerSettings(optional: ReadOptional): Record<string, string> {
  const values = {
    VLABS_RUNNER_SLOTS: optional('VLABS_RUNNER_SLOTS', settings.slots),
    VLABS_RUNNER_MAX_WAITING: optional('VLABS_RUNNER_MAX_WAITING', settings.maxWaiting),
    VLABS_RUNNER_LIVE_RUNS: optional('VLABS_RUNNER_LIVE_RUNS', settings.liveRuns),
    VLABS_RUNNER_HEADER_CACHE_MB: optional('VLABS_RUNNER_HEADER_CACHE_MB', settings.megabytes),
    VLABS_RUNNER_COMPILE_CACHE_MB: optional('VLABS_RUNNER_COMPILE_CACHE_MB', settings.megabytes),
    VLABS_RUNNER_TIME_ZONE: optional('VLABS_RUNNER_TIME_ZONE', settings.timeZone),
  };
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([variable, value]) => [variable, String(value)]));
}

/** All of these settings or none: links in mails need the public address. */
function readMail(optional: ReadOptional) {
  const publicUrl = optional('VLABS_PUBLIC_URL', settings.publicUrl);
  const url = optional('VLABS_SMTP_URL', settings.smtp);
  const from = optional('VLABS_MAIL_FROM', settings.email);
  const perMinute = optional('VLABS_MAIL_PER_MINUTE', settings.mailsPerMinute) ?? 100;
  if (url === null && from === null) return null;
  if (url === null || from === null || publicUrl === null) {
    throw new ConfigError(
      'Mail is sent only if VLABS_SMTP_URL, VLABS_MAIL_FROM and VLABS_PUBLIC_URL are set: set all three, or neither of the first two.',
    );
  }
  return { url, from, perMinute, messageHost: new URL(publicUrl).hostname };
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

const readServiceTokens = (optional: ReadOptional) =>
  (optional('VLABS_SERVICE_TOKENS', settings.serviceTokens) ?? []).map((pair) => {
    const [name = '', token = ''] = pair.split(':');
    return { name, token };
  });

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
