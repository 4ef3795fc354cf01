import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endConnectionsNamed } from '../../testing/database/connections.queries.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { inTransaction } from '../postgres/database.ts';
import { LiveEvents, notify } from './live-events.ts';

let database: TestDatabase;
let liveEvents: LiveEvents;

beforeAll(async () => {
  database = await makeTestDatabase();
  liveEvents = new LiveEvents({ pool: database.pool, log: pino({ level: 'silent' }) });
  await liveEvents.listening();
});
afterAll(async () => {
  await liveEvents.close();
  await database.close();
});

/** The next event on a channel; 'missed' after a lost connection. */
function nextEvent(channel: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const end = liveEvents.subscribe(channel, { receive: resolve, miss: () => resolve('missed') });
  return promise.finally(end);
}

test('an event of a transaction is received if it commits, and never otherwise', async () => {
  const received = nextEvent('quizzes');
  const failing = inTransaction(database.pool, async (db) => {
    notify(db, 'quizzes', { number: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await inTransaction(database.pool, async (db) => notify(db, 'quizzes', { number: 2 }));
  expect(await received).toEqual({ number: 2 });
});

test('a subscriber receives the events of its channel only', async () => {
  const received = nextEvent('runs');
  notify(database.pool, 'quizzes', 'not for runs');
  notify(database.pool, 'runs', 'for runs');
  expect(await received).toBe('for runs');
});

test('a lost connection is replaced, and listeners are told that they may have missed something', async () => {
  const reported = nextEvent('runs');
  await endConnectionsNamed(database.pool, 'vlabs live events');
  expect(await reported).toBe('missed');
  const received = nextEvent('runs');
  notify(database.pool, 'runs', 'again');
  expect(await received).toBe('again');
});

test('what many tell in the same moment goes out together, each once, however long it is', async () => {
  const received: unknown[] = [];
  const end = liveEvents.subscribe('many', {
    receive: (payload) => received.push(payload),
    miss: () => undefined,
  });
  const long = 'x'.repeat(3000);
  const reported = Array.from({ length: 40 }, (_, number) => ({ number: number % 20, long }));
  for (const payload of reported) notify(database.pool, 'many', payload);
  await expect.poll(() => received.length).toBe(20);
  expect(received).toEqual(expect.arrayContaining(reported.slice(0, 20)));
  end();
});
