import { isAbsolute } from 'node:path';
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './platform/setting-shapes.ts';

test('with nothing set, every setting has its default', () => {
  const { dataFolder, ...config } = readConfig({});
  expect(isAbsolute(dataFolder)).toBe(true);
  expect(dataFolder).toMatch(/\/data$/);
  expect(config).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    databaseDirectUrl: null,
    databasePool: 10,
    runnerUrls: [],
    runnerToken: null,
    runnerSettings: {},
    demo: true,
    institution: 'KIIT',
    publicUrl: null,
    website: null,
    contactEmail: null,
    registration: 'open',
    classMakers: 'staff',
    graceSeconds: 60,
    origins: [],
    trustedProxies: [],
    logLevel: 'info',
    maxConnections: 10_000,
    runDays: 180,
    mayDeleteRuns: false,
    maxFileBytes: 50 * 1_048_576,
    studentFilesBytes: 1000 * 1_048_576,
    deletedDays: 30,
    hasNewSettings: false,
    registrationAfterDemo: 'confirmed',
    registrationProof: 'email',
    sessionLimits: {
      sharedIdleMinutes: 30,
      longestDays: 30,
      adminHours: 12,
      mailsNewDevices: false,
    },
    s3: null,
    backupS3: null,
    judge0: null,
    assistant: null,
    serviceTokens: [],
    metricsToken: null,
    mail: null,
  });
});

test('an empty setting is one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', VLABS_ORIGINS: '' })).toEqual(readConfig({}));
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['lab.example.edu', false],
  ['127.example.edu', false],
])('without a word about it, the demo on host %s is on: %s', (host, demo) => {
  expect(readConfig({ HOST: host }).demo).toBe(demo);
});

test('the demo can be switched on or off', () => {
  expect(readConfig({ HOST: '0.0.0.0', VLABS_DEMO: 'on' }).demo).toBe(true);
  expect(readConfig({ VLABS_DEMO: 'off' }).demo).toBe(false);
});

test.each([
  [{}, 'open'],
  [{ VLABS_DEMO: 'off' }, 'confirmed'],
  [{ HOST: '0.0.0.0' }, 'confirmed'],
  [{ HOST: '0.0.0.0', VLABS_DEMO: 'on' }, 'open'],
  [{ VLABS_DEMO: 'off', VLABS_REGISTRATION: 'open' }, 'open'],
  [{ VLABS_REGISTRATION: 'roster' }, 'roster'],
])('with %j, registration is %s', (environment, registration) => {
  expect(readConfig(environment).registration).toBe(registration);
});

test('the institution has the name that it is given, and without one a neutral name outside of the demo', () => {
  expect(readConfig({ VLABS_DEMO: 'off' }).institution).toBe('the university');
  const config = readConfig({
    VLABS_INSTITUTION: ' Example College ',
    VLABS_INSTITUTION_URL: 'https://example.edu/',
    VLABS_CONTACT_EMAIL: 'lab@example.edu',
  });
  expect(config).toMatchObject({
    institution: 'Example College',
    website: 'https://example.edu',
    contactEmail: 'lab@example.edu',
  });
});

test('a trusted proxy switches the demo off, whatever VLABS_DEMO says', () => {
  const trusted = { VLABS_DEMO: 'on', VLABS_TRUSTED_PROXIES: '10.0.0.0/8' };
  expect(readConfig(trusted)).toMatchObject({ demo: false, registration: 'confirmed' });
});

test('lists are read with spaces around their commas', () => {
  const config = readConfig({
    VLABS_RUNNER_URL: 'http://one:4000/, https://two',
    VLABS_ORIGINS: 'https://a.example.edu ,http://localhost:5173',
    VLABS_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    VLABS_SERVICE_TOKENS: `grader:${'a'.repeat(32)}`,
  });
  expect(config.runnerUrls).toEqual(['http://one:4000', 'https://two']);
  expect(config.origins).toEqual(['https://a.example.edu', 'http://localhost:5173']);
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  expect(config.serviceTokens).toEqual([{ name: 'grader', token: 'a'.repeat(32) }]);
});

test('the runner’s settings are passed to the local runner', () => {
  const settings = { VLABS_RUNNER_SLOTS: '4', VLABS_RUNNER_MAX_WAITING: '0' };
  expect(readConfig({ ...settings, VLABS_RUNNER_HEADER_CACHE_MB: '' }).runnerSettings).toEqual(
    settings,
  );
});

test('a hosted Judge0 is called by its own host name unless another is said', () => {
  const VLABS_JUDGE0_URL = 'https://judge0.example.com/';
  expect(readConfig({ VLABS_JUDGE0_URL }).judge0).toEqual({
    url: 'https://judge0.example.com',
    key: null,
    host: 'judge0.example.com',
  });
  const VLABS_JUDGE0_HOST = 'other.example.com';
  const VLABS_JUDGE0_KEY = 'k';
  expect(
    readConfig({ VLABS_JUDGE0_URL, VLABS_JUDGE0_HOST, VLABS_JUDGE0_KEY }).judge0,
  ).toMatchObject({ key: 'k', host: 'other.example.com' });
});

test('an object store is named whole or not at all', () => {
  const VLABS_S3_ENDPOINT = 'https://s3.example.com';
  expect(() => readConfig({ VLABS_S3_ENDPOINT })).toThrow('only together with VLABS_S3_BUCKET');
  const whole = {
    VLABS_S3_ENDPOINT,
    VLABS_S3_BUCKET: 'v-labs',
    VLABS_S3_ACCESS_KEY_ID: 'id',
    VLABS_S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readConfig(whole).s3).toEqual({
    endpoint: VLABS_S3_ENDPOINT,
    region: 'us-east-1',
    bucket: 'v-labs',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    timeoutSeconds: 30,
  });
});

test('the object store of backups is named apart from that of the files, whole or not at all', () => {
  const VLABS_BACKUP_S3_ENDPOINT = 'https://s3.elsewhere.example';
  const half = { VLABS_BACKUP_S3_ENDPOINT, VLABS_S3_ACCESS_KEY_ID: 'id' };
  expect(() => readConfig(half)).toThrow('only together with VLABS_BACKUP_S3_ACCESS_KEY_ID');
  const whole = {
    VLABS_BACKUP_S3_ENDPOINT,
    VLABS_BACKUP_S3_REGION: 'eu-1',
    VLABS_BACKUP_S3_ACCESS_KEY_ID: 'id',
    VLABS_BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    VLABS_BACKUP_S3_SECONDS: '5',
  };
  const { s3, backupS3 } = readConfig(whole);
  expect(s3).toBe(null);
  expect(backupS3).toEqual({
    endpoint: VLABS_BACKUP_S3_ENDPOINT,
    region: 'eu-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    timeoutSeconds: 5,
  });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['PORT', '0x50'],
  ['HOST', 'a host'],
  ['HOST', 'http://localhost'],
  ['VLABS_DEMO', 'yes'],
  ['VLABS_REGISTRATION', 'closed'],
  ['VLABS_CLASSES', 'teachers'],
  ['VLABS_REGISTRATION_PROOF', 'address'],
  ['VLABS_SHARED_IDLE_MINUTES', '4'],
  ['VLABS_SESSION_DAYS', '366'],
  ['VLABS_ADMIN_SESSION_HOURS', '0'],
  ['VLABS_GRACE_SECONDS', '1m'],
  ['VLABS_GRACE_SECONDS', '99999'],
  ['VLABS_RUNNER_URL', 'localhost:4000'],
  ['VLABS_RUNNER_URL', 'http://one,,http://two'],
  ['VLABS_RUNNER_SLOTS', '0'],
  ['VLABS_RUNNER_SLOTS', '65'],
  ['VLABS_RUNNER_MAX_WAITING', '-1'],
  ['VLABS_DB_POOL', '1'],
  ['VLABS_RUNNER_LIVE_RUNS', '0'],
  ['VLABS_RUNNER_COMPILE_CACHE_MB', '1.5'],
  ['VLABS_ORIGINS', '*'],
  ['VLABS_ORIGINS', 'https://a.example.edu/path'],
  ['VLABS_JUDGE0_URL', 'ftp://judge0'],
  ['VLABS_TRUSTED_PROXIES', 'proxy.example.edu'],
  ['VLABS_INSTITUTION', 'x'.repeat(101)],
  ['VLABS_INSTITUTION_URL', 'javascript:alert(1)'],
  ['VLABS_PUBLIC_URL', 'https://lab.example.edu/path'],
  ['VLABS_CONTACT_EMAIL', 'lab at example.edu'],
  ['LOG_LEVEL', 'loud'],
  ['VLABS_MAX_FILE_MB', '0'],
  ['VLABS_S3_BUCKET', 'No_Bucket'],
])(
  '%s=%s stops the start with one line that names it, its value and what it may hold',
  (variable, value) => {
    const read = () => readConfig({ [variable]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`${variable} holds ${JSON.stringify(value)}. It may hold `);
    expect(read).not.toThrow('\n');
  },
);

test.each([
  ['DATABASE_URL', 'mysql://user:hunter2@host/name'],
  ['DATABASE_URL', 'user:hunter2@host'],
  ['VLABS_DB_DIRECT_URL', 'mysql://user:hunter2@host/name'],
  ['VLABS_RUNNER_TOKEN', 'hunter2 hunter2'],
  ['VLABS_SERVICE_TOKENS', 'grader:hunter2'],
])('a faulty secret in %s is never printed', (variable, value) => {
  const read = () => readConfig({ [variable]: value });
  expect(read).toThrow(`${variable} holds (hidden). It may hold `);
  expect(read).not.toThrow('hunter2');
});

test('whatever a setting holds, it is read or refused in one line', () => {
  assert(
    property(string(), (value) => {
      const variables = ['PORT', 'HOST', 'VLABS_ORIGINS', 'VLABS_RUNNER_URL', 'VLABS_DATA'];
      const lines = variables.map((variable) => explain({ [variable]: value }));
      expect(lines.join('')).not.toMatch(/[\n\r]/);
    }),
  );
});

function explain(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const mailing = {
  VLABS_SMTP_URL: 'smtps://user:pass%40word@mail.example.edu',
  VLABS_MAIL_FROM: 'lab@example.edu',
  VLABS_PUBLIC_URL: 'https://lab.example.edu',
};

test('mail is configured by three settings', () => {
  const { mail } = readConfig(mailing);
  expect(mail).toMatchObject({
    from: 'lab@example.edu',
    perMinute: 100,
    messageHost: 'lab.example.edu',
  });
  expect(mail?.url.password).toBe('pass%40word');
  expect(readConfig({ VLABS_PUBLIC_URL: mailing.VLABS_PUBLIC_URL }).mail).toBeNull();
});

test.each(Object.keys(mailing))(
  'without %s, mail is only partly configured and nothing starts',
  (one) => {
    expect(() => readConfig({ ...mailing, [one]: '' })).toThrow(
      'Mail is sent only if VLABS_SMTP_URL, VLABS_MAIL_FROM and VLABS_PUBLIC_URL are set',
    );
  },
);

test.each([
  ['VLABS_SMTP_URL', 'http://mail.example.edu'],
  ['VLABS_SMTP_URL', 'smtp://mail.example.edu/?tls=no'],
  ['VLABS_SMTP_URL', 'smtp://user:%zz@mail.example.edu'],
  ['VLABS_MAIL_FROM', 'V-labs <lab@example.edu>'],
  ['VLABS_MAIL_FROM', 'lab@example.edu\r\nBcc: b@example.edu'],
  ['VLABS_MAIL_PER_MINUTE', '0'],
])('%s may not hold %j', (variable, value) => {
  expect(() => readConfig({ ...mailing, [variable]: value })).toThrow(`${variable} holds `);
});

test('the password of the mail server is never printed', () => {
  const wrong = { ...mailing, VLABS_SMTP_URL: 'smtp://user:secret@host/path' };
  expect(() => readConfig(wrong)).toThrow('VLABS_SMTP_URL holds (hidden).');
});
