import { RunnerStatus, RUNNER_TOKEN_HEADER } from '@vlabs/contract/runner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RealRunner, startRealRunner } from '../testing/real-runner.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const KEY = 'k'.repeat(32);
const headers = { 'x-auth-token': KEY };
const runners: RealRunner[] = await Promise.all([startRealRunner(), startRealRunner()]);
const refusal = runners[0]?.refusal ?? null;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
let server: TestApp;

beforeAll(async () => {
  server = await makeTestApp({
    runners: () => runners.map(({ address }) => address),
    environment: { VLABS_SERVICE_TOKENS: `grader:${KEY}` },
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all(runners.map((runner) => runner.stop()));
});

/** Sleeps, so that many are under way at a time, and prints its number. */
const program = (number: number) => ({
  language_id: 71,
  source_code: `import time; time.sleep(0.4); print(${number})`,
  expected_output: String(number),
});

async function addAll(count: number): Promise<string[]> {
  const submissions = Array.from({ length: count }, (_, number) => program(number));
  const url = '/judge0/submissions/batch';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload: { submissions } });
  return z
    .array(z.object({ token: z.string() }))
    .parse(reply.json())
    .map(({ token }) => token);
}
async function statusesOf(tokens: string[]): Promise<number[]> {
  const replies = await Promise.all(
    tokens.map((token) =>
      server.app.inject({ url: `/judge0/submissions/${token}?wait=true`, headers }),
    ),
  );
  return replies.map((reply) => reply.json().status.id);
}
/** How many programs each runner has now, by its own word. */
async function countRunning(): Promise<number[]> {
  const statuses = runners.map(async ({ address: { url, token } }) => {
    const reply = await fetch(`${url}/status`, { headers: { [RUNNER_TOKEN_HEADER]: token } });
    return RunnerStatus.parse(await reply.json()).running;
  });
  return Promise.all(statuses);
}
const fewestRunning = async () => Math.min(...(await countRunning()));
/** Often enough to see programs that sleep for 0.4 s. */
const look = { timeout: 20_000, interval: 50 };

describe.skipIf(refusal !== null)('several runners', () => {
  test('share the work', async () => {
    const tokens = await addAll(16);
    await expect.poll(fewestRunning, look).toBeGreaterThan(0);
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });

  test('lose no run when one is killed in the middle', async () => {
    const tokens = await addAll(12);
    await expect.poll(fewestRunning, look).toBeGreaterThan(0);
    // The server goes on asking it, as it does with an address in its settings.
    await runners[0]?.kill();
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });

  test('take one in that is added while they run', async () => {
    const tokens = await addAll(16);
    const [dead] = runners.splice(0, 1, await startRealRunner());
    expect(dead).toBeDefined();
    tokens.push(...(await addAll(16)));
    await expect.poll(fewestRunning, look).toBeGreaterThan(0);
    expect(await statusesOf(tokens)).toEqual(tokens.map(() => 3));
  });
});
