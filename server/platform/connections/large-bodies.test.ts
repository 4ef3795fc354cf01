import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { createRun } from '@vlabs/contract/runs/runs';
import { saveVersion } from '@vlabs/contract/programs/programs';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { boundCallsUnderWay } from './calls-under-way.ts';
import { noteArrivals } from './arrival.ts';
import { LargeBodies } from './large-bodies.ts';
import { replyToErrors } from '../http/error-replies.ts';
import { readJsonBodies } from '../http/json-bodies.ts';
import { originOf } from '../../testing/peers/live-terminal.ts';

const LARGE = 'x'.repeat(20_000);
const DEEP = '['.repeat(20_000);
const MEGABYTE = 1024 * 1024;

let app: FastifyInstance;
/** The calls that the handler has begun and not ended, by person. */
let underWay: { name: string; end: () => void }[];
/** The order in which the server looked at the clock. */
let clockMs: number;
/** Whose bodies may be received, in order. */
let received: string[];
afterEach(() => app.close());

async function start(largeBodies = new LargeBodies()): Promise<void> {
  app = Fastify();
  underWay = [];
  received = [];
  clockMs = 0;
  replyToErrors(app);
  noteArrivals(app, { nowMs: () => (clockMs += 1) });
  readJsonBodies(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const id = request.headers.authorization ?? '';
    request.caller = { id, role: 'student', sessionId: '' };
  });
  boundCallsUnderWay(app, undefined, largeBodies);
  app.addHook('preParsing', async ({ caller }) => {
    received.push(caller?.id ?? '');
  });
  for (const endpoint of [saveVersion, createRun]) {
    const bodyLimit = 4 * MEGABYTE;
    app.post(endpoint.path, { config: { endpoint }, bodyLimit }, async (request) => {
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
/** Announces a body, sends nothing of it, and waits for the reply. */
async function announce(person: string, bytes: number): Promise<IncomingMessage> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const request = ask(`${originOf(app)}${saveVersion.path}`, {
    method: 'POST',
    headers: {
      authorization: person,
      'content-type': 'application/json',
      'content-length': bytes,
    },
    agent: false,
  });
  request.flushHeaders();
  const [reply]: IncomingMessage[] = await once(request, 'response');
  request.destroy();
  if (!reply) throw new Error('There was no reply.');
  return reply;
}

const withoutPace = () => new LargeBodies({ pace: { bytesPerSecond: 1e12, bytesAtOnce: 1e12 } });
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

test('what a person sends beyond 8 MB is not received before the bodies ahead of it are read', async () => {
  await start(withoutPace());
  const huge = JSON.stringify({ text: 'x'.repeat(4 * MEGABYTE - 100) });
  const first = [send('A', large), send('A', large)];
  await expect.poll(() => underWay.length).toBe(2);
  const flood = [send('A', huge), send('A', huge), send('A', huge)];
  const others = [send('B', huge), send('A', '{}')];
  await expect.poll(() => namesUnderWay().toSorted()).toEqual(['A', 'A', 'A', 'B']);
  // The two that are under way, the small one, and two of the flood.
  expect(received.filter((name) => name === 'A')).toHaveLength(5);
  await endAll(7);
  const replies = await Promise.all([...first, ...flood, ...others]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(received).toHaveLength(7);
});

test('a body that is too large is refused before it is sent, although others of its sender wait', async () => {
  await start(withoutPace());
  const huge = JSON.stringify({ text: 'x'.repeat(4 * MEGABYTE - 100) });
  const flood = [large, large, huge, huge, huge].map((body) => send('A', body));
  // The last one waits until those ahead of it are read, which they are not before the test ends them.
  await expect.poll(() => received.length).toBe(4);
  const reply = await announce('A', 5 * MEGABYTE);
  expect(reply.statusCode).toBe(413);
  expect(namesUnderWay()).toEqual(['A', 'A']);
  await endAll(5);
  await Promise.all(flood);
});

test('a large body beyond the pace waits, while small ones and those of others are handled', async () => {
  // A day for the third body.
  await start(new LargeBodies({ pace: { bytesPerSecond: 0.1, bytesAtOnce: 50_000 } }));
  const first = [send('A', large), send('A', large)];
  await expect.poll(() => underWay.length).toBe(2);
  await endAll(2);
  await Promise.all(first);
  const late = send('A', large);
  const others = [send('A', '{}'), send('B', large)];
  await expect.poll(namesUnderWay).toEqual(['A', 'B']);
  await endAll(2);
  await Promise.all(others);
  expect(underWay).toEqual([]);
  await Promise.race([late, app.close()]);
});

test('bodies that are too large are refused at the pace of those that are taken', async () => {
  // Hours for the second body.
  await start(new LargeBodies({ pace: { bytesPerSecond: 100, bytesAtOnce: 5 * MEGABYTE } }));
  const tooLarge = 'x'.repeat(5 * MEGABYTE);
  expect((await send('A', tooLarge)).statusCode).toBe(413);
  let isRefused = false;
  const second = send('A', tooLarge).then(() => (isRefused = true));
  expect((await send('B', tooLarge)).statusCode).toBe(413);
  const small = send('A', '{}');
  await endAll(1);
  expect((await small).statusCode).toBe(200);
  expect(isRefused).toBe(false);
  await Promise.race([second, app.close()]);
});
