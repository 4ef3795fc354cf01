import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaitingRuns } from '../store/run-history.queries.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { scrape } from '../../testing/scrape.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const environment = { VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN}` };
const headers = { 'x-rapidapi-key': SERVICE_TOKEN };
/** Capacity of one scripted runner: two running and ten queued. */
const ROOM = 12;
/** While the last capacity is taken, every worker of a server but one may still start a run. */
const MAX_TOO_MANY = 2 * 7;
const PROGRAMS = Array.from({ length: 16 }, () => ({ source_code: 'print(1)', language_id: 71 }));

const runner = new ScriptedRunner();
const runners = () => [runner.address];
let first: TestApp;
let second: TestServer;
let letGo: () => void = () => undefined;

beforeAll(async () => {
  await runner.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  runner.script = async ({ say, finish }) => {
    say({ event: 'running' });
    await promise;
    finish();
  };
  first = await makeTestApp({ runners, environment });
  second = await makeSecondServer(first, { runners, environment });
});
afterAll(async () => {
  letGo();
  await second.close();
  await first.close();
  await runner.stop();
});

const add = (server: TestServer) =>
  server.app.inject({
    method: 'POST',
    url: '/judge0/submissions/batch',
    headers,
    payload: { submissions: PROGRAMS },
  });

test('two servers together send a runner no more than it takes, each its share', async () => {
  const metrics = async () => (await first.app.inject(scrape)).body;
  await expect.poll(metrics).toContain('living_servers 2');
  // Both servers know the runner's capacity.
  for (const server of [first, second])
    await server.app.inject({ url: '/judge0/workers', headers });
  for (const server of [first, second]) expect((await add(server)).statusCode).toBe(201);
  const waiting = await countWaitingRuns(first.pool);
  expect(2 * PROGRAMS.length - waiting).toBeLessThanOrEqual(ROOM + MAX_TOO_MANY);
  await expect.poll(() => runner.orders.length).toBeGreaterThanOrEqual(ROOM);
});
