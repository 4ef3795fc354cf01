import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { CrashedJobs } from './crashed-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

const suspect = (id: string, work: () => Promise<void>) => ({
  id,
  name: 'suspect',
  work,
  giveUp: null,
});

test('a job that does not end when it is tried again holds up those after it for a while and no longer', async () => {
  await database.pool.query('insert into crashed_jobs (job_id) values (1), (2), (3)');
  const crashed = new CrashedJobs(database.pool, pino({ level: 'silent' }), 100);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const hanging = crashed.tryAgain(
    suspect('1', () => {
      begin();
      return ended;
    }),
  );
  await begun;
  const failing = suspect('2', () => Promise.reject(new Error('on purpose')));
  await expect(crashed.tryAgain(failing)).rejects.toThrow('on purpose');
  await crashed.tryAgain(suspect('3', async () => undefined));
  end();
  await hanging;
  expect((await database.pool.query('select from crashed_jobs')).rowCount).toBe(0);
});
