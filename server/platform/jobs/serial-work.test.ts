import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBlocked } from '../../testing/database/blocked.queries.ts';
import {
  type MadePerson,
  makeAdmin,
  makeGuest,
  makeListedStudent,
} from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { lockOwner } from '../../runs/store/runs.queries.ts';
import { countSave } from '../../programs/programs.queries.ts';
import { inTransaction } from '../postgres/database.ts';
import { openPool } from '../postgres/open-pool.ts';

/** The limit of concurrent calls per person. */
const MAX_CALLS = 32;
/** A call that gets no connection of the pool is refused after five seconds. */

let server: TestApp;
/** Another server, with work of the same person. */
let elsewhere: ReturnType<typeof openPool>['pool'];
beforeAll(async () => {
  server = await makeTestApp();
  elsewhere = openPool(server.databaseUrl).pool;
});
afterAll(async () => {
  await elsewhere.end();
  await server.close();
});

function call({ headers }: MadePerson, number: number) {
  const program = { source_code: 'print(1)', language_id: 71 };
  const draft = { text: `${number}`, assignment: '', baseRevision: 0, device: 'laptop' };
  const version = { text: `${number}`, assignment: '', languageId: 71 };
  const calls = [
    { method: 'PUT', url: '/api/v1/programs/drafts/71', payload: draft },
    { method: 'POST', url: '/api/v1/programs/versions', payload: version },
    { method: 'POST', url: '/judge0/submissions', payload: program },
  ] as const;
  return server.app.inject({ headers, ...calls[number % 3] });
}

test('however many saves and runs of one account wait for each other, a test of another is saved', async () => {
  const guest = await makeGuest(server.pool);
  const student = await makeListedStudent(server.pool);
  const sat = callsOn(server, await makeQuiz(server.app, await makeAdmin(server.pool)), student);
  expect((await sat.start()).statusCode).toBe(200);

  const calls = await inTransaction(elsewhere, async (db) => {
    await countSave(db, guest.id, 1);
    await lockOwner(db, guest.id);
    const sent = Array.from({ length: MAX_CALLS }, (_, number) => call(guest, number));
    await expect.poll(() => countBlocked(elsewhere)).toBeGreaterThan(0);
    expect((await sat.save(1, { 1: '2' })).statusCode).toBe(200);
    // The database's own work may wait for a moment too; calls of the guest would wait until the end.
    await expect.poll(() => countBlocked(elsewhere)).toBe(1);
    return sent;
  });
  const codes = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([200, 201, 429]));
});
