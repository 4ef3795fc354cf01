import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { followNotices } from '@vlabs/contract/notices/notices';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { type ConnectionLimits, boundConnections } from './connections.ts';
import { replyToErrors } from '../http/error-replies.ts';
import { openEventStream } from '../events/event-stream.ts';
import { PATIENTLY } from '../../../runner/testing/patience.ts';

const GENEROUS: ConnectionLimits = { max: 1000, quietMs: 60_000, heldBytes: 2 ** 30 };
/** Larger than the system's buffers for a client that does not read. */
const LARGE = 'x'.repeat(16 * 1024 * 1024);

const opened: Socket[] = [];
let app: FastifyInstance;
let registry: Registry;
let release: () => void = () => undefined;
/** The maximum number of concurrent calls of /slow. */
let together = { now: 0, max: 0 };
afterEach(async () => {
  release();
  for (const socket of opened.splice(0)) socket.destroy();
  await app.close();
});

async function start(limits: Partial<ConnectionLimits>): Promise<number> {
  app = Fastify();
  registry = new Registry();
  boundConnections(app, { ...GENEROUS, ...limits }, registry);
  replyToErrors(app);
  const released = new Promise<void>((resolve) => (release = resolve));
  together = { now: 0, max: 0 };
  app.get('/quick', async () => 'quick');
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { authorization: id } = request.headers;
    if (id) request.caller = { id, role: 'student', sessionId: '' };
  });
  app.get('/events', { config: { endpoint: followNotices } }, async (request, response) => {
    const { body } = openEventStream(request, response);
    return body;
  });
  app.get('/large', async () => LARGE);
  app.post('/body', async () => 'taken');
  app.get('/slow', async () => {
    together.now += 1;
    together.max = Math.max(together.max, together.now);
    await released;
    together.now -= 1;
    return 'slow';
  });
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

interface Caller {
  socket: Socket;
  received: string;
  isEnded: boolean;
}

async function call(port: number, text = '', localAddress = '127.0.0.1'): Promise<Caller> {
  const accepted = once(app.server, 'connection');
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  const caller = { socket, received: '', isEnded: false };
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('close', () => (caller.isEnded = true));
  await Promise.all([once(socket, 'connect'), accepted]);
  socket.on('data', (part) => (caller.received += part));
  socket.write(text);
  return caller;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: vlabs\r\n\r\n`;
const getAs = (person: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: vlabs\r\nauthorization: ${person}\r\n\r\n`;
const SLOW_BODY =
  'POST /body HTTP/1.1\r\nhost: vlabs\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{';

test('idle connections are closed for new ones, and served connections never are', async () => {
  const port = await start({ max: 10 });
  const served = await call(port, get('/slow'));
  await vi.waitFor(() => expect(together.now).toBe(1), PATIENTLY);
  const silent: Caller[] = [];
  while (silent.length < 30) silent.push(await call(port));
  const late = await call(port, get('/quick'));
  await vi.waitFor(() => expect(late.received).toContain('200 OK'), PATIENTLY);
  await vi.waitFor(
    () => expect(silent.filter(({ isEnded }) => isEnded).length).toBeGreaterThanOrEqual(20),
    PATIENTLY,
  );
  expect(silent[0]?.isEnded).toBe(true);
  release();
  await vi.waitFor(() => expect(served.received).toContain('slow'), PATIENTLY);
  expect(await endedFor('no_room')).toBe(22);
});

test('a body that trickles makes place when nobody is idle', async () => {
  const port = await start({ max: 10 });
  const trickling: Caller[] = [];
  while (trickling.length < 10) trickling.push(await call(port, SLOW_BODY));
  await vi.waitFor(async () => expect(await countOf('arriving')).toBe(10), PATIENTLY);
  const late = await call(port, get('/quick'));
  await vi.waitFor(() => expect(late.received).toContain('200 OK'), PATIENTLY);
});

test('the network that holds the most makes place, whatever its connections do', async () => {
  const port = await start({ max: 10 });
  const silent = [await call(port), await call(port)];
  for (let count = 0; count < 8; count += 1) await call(port, SLOW_BODY, '127.0.0.2');
  await vi.waitFor(async () => expect(await countOf('arriving')).toBe(8), PATIENTLY);
  for (let count = 0; count < 3; count += 1) {
    const late = await call(port, get('/quick'));
    await vi.waitFor(() => expect(late.received).toContain('200 OK'), PATIENTLY);
  }
  expect(silent.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  await vi.waitFor(async () => expect(await countOf('arriving')).toBe(5), PATIENTLY);
});

test('each search closes a hundredth of the connections, even with one connection per network', async () => {
  const port = await start({ max: 101 });
  for (let count = 1; count <= 102; count += 1) await call(port, '', `127.0.1.${count}`);
  expect(await endedFor('no_room')).toBe(2);
});

test('a slow request of a signed-in caller is never ended', async () => {
  const port = await start({ max: 10 });
  const save = await call(port, SLOW_BODY.replace('host:', 'authorization: A\r\nhost:'));
  await vi.waitFor(async () => expect(await countOf('served')).toBe(1), PATIENTLY);
  for (let count = 0; count < 30; count += 1) await call(port, SLOW_BODY);
  save.socket.write(`${' '.repeat(998)}}`);
  await vi.waitFor(() => expect(save.received).toContain('200 OK'), PATIENTLY);
});

test('pages that follow what happens make place before a newcomer is refused, and only then', async () => {
  const port = await start({ max: 12 });
  const served = await call(port, get('/slow'));
  const pages: Caller[] = [];
  while (pages.length < 9) pages.push(await call(port, get('/events')));
  await vi.waitFor(async () => expect(await countOf('long')).toBe(9), PATIENTLY);
  for (let count = 0; count < 2; count += 1) await call(port, get('/slow'));
  await vi.waitFor(() => expect(together.now).toBe(3), PATIENTLY);
  for (let count = 0; count < 3; count += 1) {
    const late = await call(port, get('/quick'));
    await vi.waitFor(() => expect(late.received).toContain('200 OK'), PATIENTLY);
  }
  await vi.waitFor(() => expect(pages[0]?.isEnded).toBe(true), PATIENTLY);
  expect(await countOf('long')).toBe(8);
  release();
  await vi.waitFor(() => expect(served.received).toContain('slow'), PATIENTLY);
});

test('pages that follow what happens make place before those who are signed in and between two calls', async () => {
  const port = await start({ max: 20 });
  const pages: Caller[] = [];
  while (pages.length < 4) pages.push(await call(port, get('/events')));
  await vi.waitFor(async () => expect(await countOf('long')).toBe(4), PATIENTLY);
  const resting: Caller[] = [];
  while (resting.length < 16) {
    resting.push(await call(port, getAs(`student ${resting.length}`, '/quick')));
  }
  await vi.waitFor(async () => expect(await countOf('resting')).toBe(16), PATIENTLY);
  for (let count = 0; count < 4; count += 1) {
    const late = await call(port, getAs(`late ${count}`, '/quick'));
    await vi.waitFor(() => expect(late.received).toContain('200 OK'), PATIENTLY);
  }
  await vi.waitFor(async () => expect(await countOf('long')).toBe(0), PATIENTLY);
  for (const student of resting) {
    student.received = '';
    student.socket.write(get('/quick'));
  }
  await vi.waitFor(
    () => expect(resting.every(({ received }) => received.includes('200 OK'))).toBe(true),
    PATIENTLY,
  );
});

test('more connections than a person needs between calls make place first', async () => {
  const port = await start({ max: 20 });
  const page = await call(port, get('/events'));
  for (let count = 0; count < 40; count += 1) await call(port, getAs('one', '/quick'));
  expect(await endedFor('no_room')).toBe(21);
  expect([await countOf('long'), page.isEnded]).toEqual([1, false]);
});

test('while people have more connections than there are, replies end theirs, and the next calls find one', async () => {
  const port = await start({ max: 20 });
  for (let count = 0; count < 20; count += 1) await call(port, getAs(`student ${count}`, '/quick'));
  await vi.waitFor(async () => expect(await countOf('resting')).toBe(20), PATIENTLY);
  for (let count = 0; count < 10; count += 1) {
    const late = await call(port, getAs(`late ${count}`, '/quick'));
    await vi.waitFor(() => expect(late.isEnded).toBe(true), PATIENTLY);
    expect(late.received).toMatch(/200 OK[^]*connection: close/i);
  }
  expect(await endedFor('no_room')).toBe(1);
});

test('while few connections are left, nobody begins to follow what happens, and calls are answered', async () => {
  const port = await start({ max: 10 });
  for (let count = 0; count < 8; count += 1) await call(port, get('/slow'));
  await vi.waitFor(() => expect(together.now).toBe(8), PATIENTLY);
  await call(port, get('/slow'));
  const page = await call(port, get('/events'));
  await vi.waitFor(() => expect(page.received).toContain('503 Service Unavailable'), PATIENTLY);
  expect(page.received.toLowerCase()).toContain('retry-after: 15');
  page.socket.write(get('/quick'));
  await vi.waitFor(() => expect(page.received).toContain('200 OK'), PATIENTLY);
});

test('when all connections are being served, only new ones are refused', async () => {
  const port = await start({ max: 10 });
  const served: Caller[] = [];
  while (served.length < 10) served.push(await call(port, get('/slow')));
  await vi.waitFor(() => expect(together.now).toBe(10), PATIENTLY);
  const late = await call(port, get('/quick'));
  await vi.waitFor(() => expect(late.isEnded).toBe(true), PATIENTLY);
  release();
  await vi.waitFor(
    () => expect(served.every(({ received }) => received.includes('slow'))).toBe(true),
    PATIENTLY,
  );
});

test('a client that does not read is disconnected', async () => {
  const port = await start({ quietMs: 100 });
  const reader = await call(port, get('/large'));
  reader.socket.pause();
  await vi.waitFor(async () => expect(await endedFor('quiet')).toBe(1), PATIENTLY);
  reader.socket.resume();
  await vi.waitFor(() => expect(reader.isEnded).toBe(true), PATIENTLY);
  expect(reader.received.length).toBeLessThan(LARGE.length);
});

test('what is long worked on in silence is answered', async () => {
  const port = await start({ quietMs: 50 });
  const caller = await call(port, get('/slow'));
  await delay(200);
  release();
  await vi.waitFor(() => expect(caller.received).toContain('slow'), PATIENTLY);
});

test('requests that are sent ahead are answered one after the other', async () => {
  const port = await start({});
  const caller = await call(port, get('/slow').repeat(20));
  await vi.waitFor(() => expect(together.now).toBe(1), PATIENTLY);
  release();
  await vi.waitFor(() => expect(caller.received.match(/200 OK/g)).toHaveLength(20), PATIENTLY);
  expect(together.max).toBe(1);
});

test('a client that pipelines requests lets others have a turn in between', async () => {
  const port = await start({});
  const turns: number[] = [];
  let looks = 0;
  const look = (): void => {
    looks += 1;
    if (turns.length < 20) setImmediate(look);
  };
  look();
  app.server.on('request', (_request, response) => {
    response.once('finish', () => turns.push(looks));
  });
  const caller = await call(port, get('/quick').repeat(20));
  await vi.waitFor(() => expect(caller.received.match(/200 OK/g)).toHaveLength(20), PATIENTLY);
  expect(new Set(turns).size).toBe(20);
});

test('a client that pipelines thousands of requests is disconnected', async () => {
  const port = await start({});
  const caller = await call(port, get('/slow').repeat(5000));
  await vi.waitFor(() => expect(caller.isEnded).toBe(true), PATIENTLY);
  expect(together.max).toBe(1);
});

test('replies that nobody takes are not held beyond a bound', async () => {
  const port = await start({ heldBytes: 3 * LARGE.length });
  const readers: Caller[] = [];
  while (readers.length < 8) {
    const reader = await call(port, get('/large'));
    reader.socket.pause();
    readers.push(reader);
  }
  await vi.waitFor(
    async () => expect(await endedFor('held_too_much')).toBeGreaterThanOrEqual(4),
    PATIENTLY,
  );
  expect(await endedFor('held_too_much')).toBeLessThan(8);
});

const countOf = (state: string) => numberOf(`http_connections{state="${state}"}`);
const endedFor = (reason: string) => numberOf(`http_connections_ended_total{reason="${reason}"}`);

async function numberOf(name: string): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  return Number(lines.find((line) => line.startsWith(name))?.slice(name.length) ?? 0);
}
