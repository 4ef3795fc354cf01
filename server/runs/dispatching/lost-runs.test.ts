import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renewLeases } from '../../platform/jobs/jobs.queries.ts';
import { endLeases, makeLeasesSteady } from '../../testing/database/leases.queries.ts';
import { ageStart, listRunsWithJobs } from '../../testing/database/lost-runs.queries.ts';
import { makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner, type ScriptedWork } from '../../testing/peers/scripted-runner.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { failedRun, stoppedRun, plainProgram, planProgram } from '../store/run.ts';
import { claimRun, finishRun, insertRun, requeueLostRuns } from '../store/runs.queries.ts';

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
  // One run that was just claimed, and one of a live server.
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

test('only the executing server writes a failure; the first server with a result writes it', async () => {
  const failed = failedRun('No runner gave an answer.');
  const ofLiving = await addRun(LIVING, 0);
  expect(await finishRun(database.pool, ofLiving, failed, OWN)).toBe(null);
  const ended = await finishRun(database.pool, ofLiving, failed, LIVING);
  expect(ended?.result?.message).toBe(failed.message);
  const another = await addRun(LIVING, 0);
  expect(await finishRun(database.pool, another, stoppedRun())).not.toBe(null);
});

test('a server that finds its run with another one does not end it, whatever came of it here', async () => {
  const runner = new ScriptedRunner();
  await runner.start();
  const server = await makeTestApp({ database, runners: () => [runner.address] });
  const student = await makeStudent(server.pool);
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.app.inject({ method, url, headers: student.headers, ...(payload && { payload }) });
  const program = { source_code: 'print(1)', language_id: 71 };
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<ScriptedWork>();
  runner.script = arrive;
  const { token } = (await call('POST', '/judge0/submissions', program)).json();
  const held = await arrival;
  // As after a pause during which this server was considered dead.
  await renew(LIVING);
  await server.pool.query('update runs set driver = $1 where token = $2', [LIVING, token]);
  held.refuse(400);
  await held.gone;
  runner.script = ({ finish }) => finish();
  await call('POST', '/judge0/submissions?wait=true', program);
  expect((await call('GET', `/judge0/submissions/${token}`)).json().status.id).toBe(2);
  await server.close();
  await runner.stop();
});

test('after a database outage no server counts as dead until all had time to renew', async () => {
  await renew(OWN);
  await renew(LIVING);
  await makeLeasesSteady(database.pool);
  const ofLiving = await addRun(LIVING, LONG_AGO_MS);
  await endLeases(database.pool);
  const wanted = { server: OWN, underWay: [], afterMs: LONG_AGO_MS / 2 };
  // The server reports nothing before it renews its own lease, and nothing new after that.
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect((await renew(OWN)).living).toBe(0);
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect((await renew(LIVING)).living).toBe(1);
  await makeLeasesSteady(database.pool);
  expect(await requeueLostRuns(database.pool, wanted)).toBe(0);
  expect(await listRunsWithJobs(database.pool)).toEqual([]);
  expect(await claimRun(database.pool, ofLiving, OWN)).toBe(null);
});
