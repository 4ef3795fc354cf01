import { StartQueue } from '@vlabs/contract/attempts/attempts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { inTransaction, run, sql } from '../../platform/postgres/database.ts';
import { countBlocked } from '../../testing/database/blocked.queries.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';

const LIMITS = { atOnce: 2, ofClass: 2, maxHeld: 1, holdMs: 1 };

let server: TestApp;
let second: TestServer;
let admin: MadePerson;
let students: MadePerson[];

beforeAll(async () => {
  server = await makeTestApp({ startLimits: LIMITS });
  second = await makeSecondServer(server, { startLimits: LIMITS });
  admin = await makeAdmin(server.pool);
  students = await Promise.all(Array.from({ length: 14 }, () => makeStudent(server.pool)));
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const studentAt = (index: number): MadePerson => {
  const student = students[index];
  if (!student) throw new Error('There is no such student.');
  return student;
};

/** Starts of this test wait for the lock meanwhile. */
function holding(quizId: string, work: () => Promise<void>): Promise<void> {
  return inTransaction(server.pool, async (db) => {
    await run(db, sql`select from quizzes where unique_id = ${quizId} for update`);
    await work();
  });
}

const queueIn = (reply: { json: () => { data?: unknown } }) => StartQueue.parse(reply.json().data);

test('starts beyond the limit get a place and an estimate and are admitted in turn, while saves and submissions go on', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [saver, submitter] = [studentAt(0), studentAt(1)];
  for (const one of [saver, submitter]) await callsOn(server, quizId, one).start();
  const admitted: Promise<{ statusCode: number }>[] = [];
  await holding(quizId, async () => {
    for (const index of [2, 3]) admitted.push(callsOn(server, quizId, studentAt(index)).start());
    await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
    const refused = await callsOn(server, quizId, studentAt(4)).start();
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'start_queued']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const { place, seconds } = queueIn(refused);
    expect([place, seconds]).toEqual([1, 1]);
    expect(queueIn(await callsOn(server, quizId, studentAt(5)).start()).place).toBe(2);
    expect((await callsOn(server, quizId, saver).save(1, { 1: '2' })).statusCode).toBe(200);
    expect((await callsOn(server, quizId, submitter).submit({ 1: '3' })).statusCode).toBe(200);
  });
  expect((await Promise.all(admitted)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await callsOn(server, quizId, studentAt(4)).start()).statusCode).toBe(200);
});

test('a student whose next try reaches another server keeps the place in line', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [early, late] = [studentAt(4), studentAt(5)];
  const admitted: Promise<unknown>[] = [];
  await holding(quizId, async () => {
    for (const one of [server, second]) {
      for (const index of [2, 3]) admitted.push(callsOn(one, quizId, studentAt(index)).start());
    }
    await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(2), PATIENTLY);
    const { ticket } = queueIn(await callsOn(server, quizId, early).start());
    expect(queueIn(await callsOn(second, quizId, late).start()).place).toBe(1);
    const elsewhere = await callsOn(second, quizId, early).post('', { userId: early.id, ticket });
    expect(queueIn(elsewhere).place).toBe(1);
    expect(queueIn(await callsOn(second, quizId, late).start()).place).toBe(2);
  });
  await Promise.all(admitted);
});

test('starts of many tests leave connections to the database for saves', async () => {
  const generous = await makeSecondServer(server);
  try {
    const quizzes = await Promise.all(students.map(() => makeQuiz(server.app, admin)));
    const [own = '', ...others] = quizzes;
    await callsOn(generous, own, studentAt(0)).start();
    const starts: Promise<unknown>[] = [];
    await inTransaction(server.pool, async (db) => {
      await run(db, sql`select from quizzes where unique_id = any(${others}::uuid[]) for update`);
      for (const [index, quizId] of others.entries()) {
        starts.push(callsOn(generous, quizId, studentAt(index + 1)).start());
      }
      await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(2), PATIENTLY);
      const saved = await callsOn(generous, own, studentAt(0)).save(1, { 1: '2' });
      expect(saved.statusCode).toBe(200);
      expect(await countBlocked(server.pool)).toBe(2);
    });
    await Promise.all(starts);
  } finally {
    await generous.close();
  }
});

test('a page without an event stream learns the deadline, announcements and who writes from the status', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const student = studentAt(0);
  const calls = callsOn(server, quizId, student);
  const begun = (await calls.start({ tab: 'a' })).json().data;
  const ask = async (after: number) =>
    (await calls.get(`/status/${student.id}?tab=a&after=${after}`)).json();
  expect(await ask(0)).toMatchObject({
    completed: false,
    endedTime: begun.endedTime,
    announcements: [],
    isTakenOver: false,
  });
  const asAdmin = callsOn(server, quizId, admin);
  await asAdmin.post('/announcements', { text: 'Question 2 has a misprint.' });
  await asAdmin.post('/extensions', { userIds: [student.id], minutes: 5, reason: 'Power cut.' });
  await calls.start({ tab: 'b' });
  const told = await ask(0);
  expect(told.announcements).toMatchObject([{ text: 'Question 2 has a misprint.' }]);
  expect(told.isTakenOver).toBe(true);
  expect(Date.parse(told.endedTime) - Date.parse(begun.endedTime)).toBe(5 * 60_000);
  expect((await ask(told.announcements[0].id)).announcements).toEqual([]);
  await calls.submit({ 1: '2' }, { tab: 'b' });
  expect(await ask(0)).toMatchObject({ completed: true });
});
