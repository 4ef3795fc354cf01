import { createRun } from '@vlabs/contract/running/runs';
import { saveVersion } from '@vlabs/contract/running/programs';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { boundCallsUnderWay } from './calls-under-way.ts';
import { noteArrivals } from './arrival.ts';
import { replyToErrors } from '../http/error-replies.ts';
import { readJsonBodies } from '../http/json-bodies.ts';

const LARGE = 'x'.repeat(20_000);
const DEEP = '['.repeat(20_000);

let app: FastifyInstance;
/** The calls that the handler has begun and not ended, by person. */
let underWay: { name: string; end: () => void }[];
/** The order in which the server looked at the clock. */
let clockMs: number;
afterEach(() => app.close());

async function start(): Promise<void> {
  app = Fastify();
  underWay = [];
  clockMs = 0;
  replyToErrors(app);
  noteArrivals(app, { nowMs: () => (clockMs += 1) });
  readJsonBodies(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const id = request.headers.authorization ?? '';
    request.caller = { id, role: 'student', sessionId: '' };
  });
  boundCallsUnderWay(app);
  for (const endpoint of [saveVersion, createRun]) {
    app.post(endpoint.path, { config: { endpoint } }, async (request) => {
      const name = request.caller?.id ?? '';
      const arrivedAtMs = request.arrivedAtMs;
      await new Promise<void>((end) => underWay.push({ name, end }));
      return { arrivedAtMs };
    });
  }
  await app.ready();
}

const send = (person: string, payload: string, url: string = saveVersion.path) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: person, 'content-type': 'application/json' },
    payload,
  });
const large = JSON.stringify({ text: LARGE });
const namesUnderWay = () => underWay.map(({ name }) => name);

/** Ends calls one after the other as they begin; returns how many were under way at once. */
async function endAll(count: number): Promise<number> {
  let most = 0;
  for (let ended = 0; ended < count; ended += 1) {
    await expect.poll(() => underWay.length).toBeGreaterThan(0);
    most = Math.max(most, underWay.length);
    underWay.shift()?.end();
  }
  return most;
}

test('of many large bodies of one person two are handled at a time, and those of others do not wait', async () => {
  await start();
  const flood = Array.from({ length: 30 }, () => send('A', large));
  await expect.poll(() => underWay.length).toBe(2);
  const small = send('A', '{}');
  const other = send('B', large);
  await expect.poll(namesUnderWay).toEqual(['A', 'A', 'A', 'B']);
  underWay.splice(2).forEach(({ end }) => end());
  expect([(await small).statusCode, (await other).statusCode]).toEqual([200, 200]);
  expect(await endAll(30)).toBe(2);
  const replies = await Promise.all(flood);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test('a large body that waits for its turn arrived when it was complete', async () => {
  await start();
  const calls = Array.from({ length: 4 }, () => send('A', large));
  await expect.poll(() => underWay.length).toBe(2);
  const receivedMs = clockMs;
  await endAll(4);
  for (const call of calls) {
    expect((await call).json<{ arrivedAtMs: number }>().arrivedAtMs).toBeLessThanOrEqual(
      receivedMs,
    );
  }
});

test('a large body that is refused waits for its turn too, and gives it back', async () => {
  await start();
  const first = [send('A', large), send('A', large)];
  await expect.poll(() => underWay.length).toBe(2);
  let isRefused = false;
  const deep = send('A', DEEP).then(({ statusCode }) => {
    isRefused = true;
    return statusCode;
  });
  const last = send('A', '{}');
  await expect.poll(() => underWay.length).toBe(3);
  expect(isRefused).toBe(false);
  await endAll(3);
  expect(await deep).toBe(400);
  await Promise.all([...first, last]);
  const again = [send('A', large), send('A', large)];
  await expect.poll(() => underWay.length).toBe(2);
  await endAll(2);
  await Promise.all(again);
});

test('a call that waits for an event keeps its turn only until its body is read', async () => {
  await start();
  const url = `${createRun.path}?wait=true`;
  const calls = Array.from({ length: 5 }, () => send('A', large, url));
  await expect.poll(() => underWay.length).toBe(5);
  await endAll(5);
  await Promise.all(calls);
});
