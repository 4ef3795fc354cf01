import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockWorkerName } from '../../platform/jobs/jobs.queries.ts';
import { ageStart, listRunsWithJobs } from '../../testing/database/lost-runs.queries.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { plainProgram, planProgram } from '../program.ts';
import { insertRun, requeueLostRuns } from '../runs.queries.ts';

const OWN = 'server-of-this-test';
const LIVING = 'another-server';
const DEAD = 'a-server-of-long-ago';
const LONG_AGO_MS = 60_000;

let database: TestDatabase;
/** Holds the locks of those that live. */
let guard: PoolClient;

beforeAll(async () => {
  database = await makeTestDatabase();
  guard = await database.pool.connect();
});
afterAll(async () => {
  guard.release(true);
  await database.close();
});

async function addRun(driver: string, startedMsAgo: number): Promise<string> {
  const token = randomUUID();
  const asked = planProgram(plainProgram(71, 'print(1)'), null);
  const added = { ...asked, token, owner: 'service test', priority: 3, driver };
  await insertRun(database.pool, added);
  await ageStart(database.pool, token, startedMsAgo);
  return token;
}

test('runs wait again, each with a job, when nobody has them run any more, and no others', async () => {
  await lockWorkerName(guard, OWN);
  await lockWorkerName(guard, LIVING);
  const underWay = await addRun(OWN, LONG_AGO_MS);
  // Just taken, and one of a server that lives.
  await addRun(OWN, 0);
  await addRun(LIVING, LONG_AGO_MS);
  const forgotten = await addRun(OWN, LONG_AGO_MS);
  const ofDead = await addRun(DEAD, 0);

  const wanted = { server: OWN, underWay: [underWay], afterMs: LONG_AGO_MS / 2 };
  expect(await requeueLostRuns(database.pool, wanted)).toBe(2);
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  const waiting = await listRunsWithJobs(database.pool);
  expect(waiting.map(({ token }) => token).toSorted()).toEqual([forgotten, ofDead].toSorted());
  expect(waiting.map(({ priority }) => priority)).toEqual([3, 3]);
});
