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

/** Whatever is told on a channel next; 'missed' when the connection was away. */
function hearNext(channel: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const end = liveEvents.subscribe(channel, { hear: resolve, miss: () => resolve('missed') });
  return promise.finally(end);
}

test('what is told in a transaction is heard when it commits, and never when it does not', async () => {
  const heard = hearNext('quizzes');
  const failing = inTransaction(database.pool, async (db) => {
    notify(db, 'quizzes', { number: 1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await inTransaction(database.pool, async (db) => notify(db, 'quizzes', { number: 2 }));
  expect(await heard).toEqual({ number: 2 });
});

test('who listens to one channel hears nothing of another', async () => {
  const heard = hearNext('runs');
  notify(database.pool, 'quizzes', 'not for runs');
  notify(database.pool, 'runs', 'for runs');
  expect(await heard).toBe('for runs');
});

test('a lost connection is replaced, and listeners are told that they may have missed something', async () => {
  const told = hearNext('runs');
  await endConnectionsNamed(database.pool, 'vlabs live events');
  expect(await told).toBe('missed');
  const heard = hearNext('runs');
  notify(database.pool, 'runs', 'again');
  expect(await heard).toBe('again');
});

test('what many tell in the same moment goes out together, each once, however long it is', async () => {
  const heard: unknown[] = [];
  const end = liveEvents.subscribe('many', {
    hear: (payload) => heard.push(payload),
    miss: () => undefined,
  });
  const long = 'x'.repeat(3000);
  const told = Array.from({ length: 40 }, (_, number) => ({ number: number % 20, long }));
  for (const payload of told) notify(database.pool, 'many', payload);
  await expect.poll(() => heard.length).toBe(20);
  expect(heard).toEqual(expect.arrayContaining(told.slice(0, 20)));
  end();
});
