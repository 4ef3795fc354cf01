import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, makeTestDatabase } from './testing/database/test-database.ts';
import { scrape } from './testing/scrape.ts';
import { startServerProcess } from './testing/server-process.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const RULES = join(DEPLOY, 'prometheus/alerts.yml');
/** Metrics that Prometheus adds itself. */
const OWN = ['up'];
const WORDS = new Set(['and', 'or', 'unless', 'by', 'on', 'without', 'ignoring']);
const SAVE = '/api/v1/auth/quiz/any-quiz/answers';

let database: TestDatabase;
let server: Awaited<ReturnType<typeof startServerProcess>>;
let given: Set<string>;
let scraped: string;
beforeAll(async () => {
  database = await makeTestDatabase();
  const nobody = 'http://127.0.0.1:9';
  const environment = { DATABASE_URL: database.databaseUrl, VLABS_RUNNER_URL: nobody };
  server = await startServerProcess(environment);
  // A route appears in the metrics after its first call.
  await fetch(new URL(SAVE, server.url), { method: 'PUT' });
  scraped = await (await fetch(new URL(scrape.url, server.url), scrape)).text();
  given = new Set([...OWN, ...listGiven(scraped)]);
});
afterAll(async () => {
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await ended;
  await database.close();
});

function listGiven(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
}

/** The metrics in an expression. */
function listNamed(expression: string): string[] {
  const plain = expression
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]|"[^"]*"/g, '')
    .replaceAll(/\b(?:by|on|without|ignoring) *\([^)]*\)/g, '');
  const names = plain.matchAll(/(?<![\w.])[a-z_]\w*(?!\w| *\()/g);
  return [...names].map(([name]) => name).filter((name) => !WORDS.has(name));
}

/** The expressions of the rules, with line breaks joined. */
async function readRules(): Promise<string[]> {
  const text = await readFile(RULES, 'utf8');
  const expressions = text.split('\n        expr: ').slice(1);
  return expressions.map((rest) => rest.split(/\n {8}(?:for|labels): /)[0] ?? '');
}

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).min(1) })).min(1),
});

async function readDashboard(): Promise<string[]> {
  const text = await readFile(join(DEPLOY, 'grafana/vlabs.json'), 'utf8');
  const { panels } = Dashboard.parse(JSON.parse(text));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

test('what an expression names is read from it', () => {
  const expression =
    'sum by (le) (rate(a_bucket{route="b"}[5m])) > 0.01 * max(c) and on () absent(d) == 1';
  expect(listNamed(expression)).toEqual(['a_bucket', 'c', 'd']);
});

test.each([
  ['alarms', readRules],
  ['dashboard', readDashboard],
])('every metric of the %s is given by a server', async (_where, read) => {
  const expressions = await read();
  expect(expressions.length).toBeGreaterThan(10);
  for (const expression of expressions) {
    const named = listNamed(expression);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !given.has(name))).toEqual([]);
    for (const [, route] of expression.matchAll(/route="([^"]+)"/g)) {
      expect(scraped).toContain(`route="${route}"`);
    }
  }
});

test('what an operator needs has a number from the start', () => {
  for (const name of [
    'database_up',
    'database_standbys',
    'run_queue_age_seconds',
    'runs_waiting',
    'data_folder_free_bytes',
    'data_folder_size_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect(scraped).toMatch(new RegExp(`^${name} [0-9.e+-]+$`, 'm'));
  }
  expect(scraped).toMatch(/^database_up 1$/m);
});

test('Prometheus understands the rules', async (context) => {
  const run = promisify(execFile)('promtool', ['check', 'rules', RULES]);
  const message = await run.catch((error: unknown) => {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) throw error;
    return null;
  });
  if (message === null) {
    context.skip('promtool is not there: Debian has it in the package prometheus');
    return;
  }
  expect(message.stdout).toContain('SUCCESS');
});
