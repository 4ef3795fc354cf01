import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renewLeases } from '../../platform/jobs/leases.queries.ts';
import { endLeases, makeLeasesSteady } from '../../testing/database/leases.queries.ts';
import { ageStart, listRunsWithJobs } from '../../testing/database/lost-runs.queries.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { plainProgram, planProgram } from '../program.ts';
import { claimRun, insertRun, requeueLostRuns } from '../runs.queries.ts';

const OWN = 'server-of-this-test';
const LIVING = 'another-server';
const DEAD = 'a-server-of-long-ago';
const LONG_AGO_MS = 60_000;

let database: TestDatabase;

beforeEach(async () => {
  database = await makeTestDatabase();
});
afterEach(() => database.close());

const renew = (server: string) => renewLeases(database.pool, { server, names: [server] });

async function addRun(driver: string, startedMsAgo: number): Promise<string> {
  const token = randomUUID();
  const asked = planProgram(plainProgram(71, 'print(1)'), null);
  const added = { ...asked, token, owner: 'service test', priority: 3, driver };
  await insertRun(database.pool, added);
  await ageStart(database.pool, token, startedMsAgo);
  return token;
}

test('runs wait again, each with a job, when nobody has them run any more, and no others', async () => {
  await renew(OWN);
  await renew(LIVING);
  await makeLeasesSteady(database.pool);
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

test('while the database was away nobody could renew, so nobody is dead until all had the time to come back', async () => {
  await renew(OWN);
  await renew(LIVING);
  await makeLeasesSteady(database.pool);
  const ofLiving = await addRun(LIVING, LONG_AGO_MS);
  await endLeases(database.pool);
  const wanted = { server: OWN, underWay: [], afterMs: LONG_AGO_MS / 2 };
  // Before it has renewed its own lease it tells nothing, and right after that no more.
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect((await renew(OWN)).living).toBe(0);
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect((await renew(LIVING)).living).toBe(1);
  await makeLeasesSteady(database.pool);
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect(await listRunsWithJobs(database.pool)).toEqual([]);
  expect(await claimRun(database.pool, ofLiving, OWN)).toBe(null);
});
