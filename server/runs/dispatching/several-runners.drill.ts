import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { RunnerStatus, RUNNER_TOKEN_HEADER } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RealRunner, startRealRunner } from '../../testing/peers/real-runner.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { makeTestDatabase } from '../../testing/database/test-database.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { scrape } from '../../testing/scrape.ts';

const KEY = 'k'.repeat(32);
const headers = { 'x-auth-token': KEY };
const environment = { VLABS_SERVICE_TOKENS: `grader:${KEY}` };
const runners: RealRunner[] = await Promise.all([startRealRunner(), startRealRunner()]);
const refusal = runners[0]?.refusal ?? null;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
let server: TestApp;

beforeAll(async () => {
  server = await makeTestApp({
    runners: () => runners.map(({ address }) => address),
    environment,
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all(runners.map((runner) => runner.stop()));
});

const Tokens = z.array(z.object({ token: z.string() }));

/** Sleeps, so that many runs overlap, and prints its number. */
const SOURCE = `#include <stdio.h>
#include <unistd.h>
int main() { int number; scanf("%d", &number); usleep(400000); printf("%d", number); }`;
const program = (number: number) => ({
  language_id: 50,
  source_code: SOURCE,
  stdin: String(number),
  expected_output: String(number),
});

async function addAll(count: number, on: TestServer = server): Promise<string[]> {
  const submissions = Array.from({ length: count }, (_, number) => program(number));
  const url = '/judge0/submissions/batch';
  const reply = await on.app.inject({ method: 'POST', url, headers, payload: { submissions } });
  return Tokens.parse(reply.json()).map(({ token }) => token);
}
async function statusesOf(tokens: string[], on: TestServer = server): Promise<number[]> {
  const replies = await Promise.all(
    tokens.map((token) =>
      on.app.inject({ url: `/judge0/submissions/${token}?wait=true`, headers }),
    ),
  );
  return replies.map((reply) => reply.json().status.id);
}
/** Counts the programs that each runner received, from its count of binary lookups. */
async function countTaken(all = runners): Promise<number[]> {
  const counts = all.map(async ({ address: { url, token } }) => {
    const reply = await fetch(`${url}/status`, { headers: { [RUNNER_TOKEN_HEADER]: token } });
    const { caches = [] } = RunnerStatus.parse(await reply.json());
    const compiled = caches.find(({ name }) => name === 'compiled_programs');
    return compiled ? compiled.hits + compiled.misses : 0;
  });
  return Promise.all(counts);
}
/** Waits until each runner has received more programs than before. */
async function allTakeMore(before: number[]): Promise<void> {
  await expect
    .poll(async () => {
      const now = await countTaken();
      return now.every((count, index) => count > (before[index] ?? 0));
    }, look)
    .toBe(true);
}
/** The slots that /metrics reports for a runner that answers. */
const slotsOf = ({ address }: RealRunner) =>
  `runner_runs{runner="${new URL(address.url).host}",state="slots"}`;
/** Short enough to observe programs while they sleep. */
const look = { timeout: HANG_MS, interval: 50 };

describe.skipIf(refusal !== null)('several runners', () => {
  test('share the work', async () => {
    const before = await countTaken();
    const tokens = await addAll(16);
    await allTakeMore(before);
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });

  test('lose no run when one is killed in the middle', async () => {
    const before = await countTaken();
    const tokens = await addAll(12);
    await allTakeMore(before);
    // The server keeps pinging it, because it is named in the settings.
    await runners[0]?.kill();
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });

  test('take one in that is added while they run', async () => {
    const tokens = await addAll(16);
    const [dead] = runners.splice(0, 1, await startRealRunner());
    expect(dead).toBeDefined();
    // Earlier runs may finish before the change is noticed.
    const takesOne = async () => {
      const more = await addAll(16);
      tokens.push(...more);
      await statusesOf(more);
      return (await countTaken())[0];
    };
    await expect.poll(takesOne).toBeGreaterThan(0);
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });

  test('lose no run when one falls silent without closing a connection', async () => {
    const frozen = await startRealRunner();
    const all = [frozen, ...runners];
    const second = await makeSecondServer(server, {
      runners: () => all.map(({ address }) => address),
      lostAfterMs: 900,
      environment,
    });
    try {
      const tokens = await addAll(12, second);
      await expect.poll(async () => (await countTaken(all))[0], look).toBeGreaterThan(0);
      frozen.freeze();
      expect(await statusesOf(tokens, second)).toEqual(tokens.map(() => 3));
    } finally {
      await frozen.kill();
      await second.close();
    }
  });
});

describe.skipIf(refusal !== null)('a server with runners elsewhere', () => {
  let url: string;

  async function call(path: string, body?: object) {
    const reply = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.json();
  }
  async function runAll(submissions: object[]): Promise<number[]> {
    const tokens = Tokens.parse(await call('/judge0/submissions/batch', { submissions }));
    const ended = z.object({ status: z.object({ id: z.int() }) });
    return Promise.all(
      tokens.map(async ({ token }) => {
        const run = await call(`/judge0/submissions/${token}?wait=true`);
        return ended.parse(run).status.id;
      }),
    );
  }
  /** Runner figures are at most one second old after a request. */
  async function metrics(): Promise<string> {
    await call('/judge0/workers');
    const reply = await fetch(`${url}/metrics`, scrape);
    return reply.text();
  }
  const programs = Array.from({ length: 12 }, (_, number) => program(number));

  test('uses one that was down at its start, and tells of all at /metrics', async () => {
    const first = await startRealRunner();
    const port = await findFreePort();
    const database = await makeTestDatabase();
    const process = await startServerProcess({
      DATABASE_URL: database.databaseUrl,
      VLABS_RUNNER_URL: `${first.address.url},http://127.0.0.1:${port}`,
      VLABS_RUNNER_TOKEN: first.address.token,
      ...environment,
    });
    url = process.url;
    expect(await runAll(programs)).toEqual(programs.map(() => 3));

    const late = await startRealRunner({ port });
    await expect.poll(metrics, look).toContain(slotsOf(late));
    const again = runAll(programs);
    await expect.poll(async () => (await countTaken([late]))[0], look).toBeGreaterThan(0);
    expect(await again).toEqual(programs.map(() => 3));

    const quick = { language_id: 50, source_code: 'int main() { return 7; }' };
    expect(await runAll(Array.from({ length: 6 }, () => quick))).toEqual(Array(6).fill(11));
    const hits = /runner_cache_lookups_total\{.*cache="compiled_programs",result="hit"\} [1-9]/;
    await expect.poll(metrics, look).toMatch(hits);
    const reported = await metrics();
    expect(reported).toContain('run_duration_seconds_count{language="c",verdict="accepted"} 24');
    expect(reported).toContain(
      'run_duration_seconds_count{language="c",verdict="runtime_error"} 6',
    );
    expect(reported).toContain('run_wait_seconds_count{language="c"} 30');
    expect(reported).toContain('runs_waiting 0');
    for (const runner of [first, late]) expect(reported).toContain(slotsOf(runner));

    const ended = once(process.child, 'exit');
    process.child.kill('SIGTERM');
    await ended;
    await Promise.all([first.stop(), late.stop(), database.close()]);
    // Starts a server and two runners; each wait has its own timeout.
  });
});

/** Below the ephemeral port range, so that no outgoing connection takes it. */
async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const listener = createServer().listen(port, '127.0.0.1');
  try {
    await once(listener, 'listening');
  } catch {
    return findFreePort();
  }
  listener.close();
  await once(listener, 'close');
  return port;
}
