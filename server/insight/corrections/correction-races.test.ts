import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { updateSubmittedInTime } from '../../attempts/store/submissions.queries.ts';
import { countBlocked } from '../../testing/database/blocked.queries.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const TIMEOUT = { timeout: HANG_MS, interval: 20 };

let one: TestApp;
let other: TestServer;
let admin: MadePerson;
beforeAll(async () => {
  one = await makeTestApp();
  other = await makeSecondServer(one);
  admin = await makeAdmin(one.pool);
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const unique = () => crypto.randomUUID().slice(0, 8);

/** Corrects the key of question 1, which is option 2 at first. */
const correctTo = (quizId: string, option: string, keyVersion: number) =>
  callsOn(one, quizId, admin).post('/key-corrections', {
    number: 1,
    key: { marking: 'by_key', right: [option] },
    keyVersion,
    reason: 'The key was wrong.',
  });

async function startedQuiz(...students: MadePerson[]): Promise<string> {
  const quizId = await makeQuiz(one.app, admin);
  for (const student of students) await callsOn(one, quizId, student).start();
  return quizId;
}

const scoreOf = async (quizId: string, student: MadePerson) =>
  (await callsOn(other, quizId, student).result()).json().data.score;

test('a server that has kept the old key in memory marks by the new one', async () => {
  const students = [await makeStudent(one.pool), await makeStudent(one.pool)] as const;
  const quizId = await startedQuiz(...students);
  const [first, second] = students;
  // The other server now has the questions and keys in its cache.
  expect((await callsOn(other, quizId, first).submit({ 1: '4' })).json().data.score).toBe(0);
  expect((await correctTo(quizId, '4', 0)).statusCode).toBe(200);
  expect((await callsOn(other, quizId, second).submit({ 1: '4' })).json().data.score).toBe(5);
  expect(await scoreOf(quizId, first)).toBe(5);
});

test('submissions while a correction is under way end with the score of the new key', async () => {
  // The correction locks attempts by roll number, and waits at the middle one.
  const [before, middle, after] = [
    await makeStudent(one.pool, `A${unique()}`),
    await makeStudent(one.pool, `M${unique()}`),
    await makeStudent(one.pool, `Z${unique()}`),
  ];
  const quizId = await startedQuiz(before, middle, after);
  const holder = await one.pool.connect();
  await holder.query('begin');
  const hold = 'select 1 from attempts where quiz_id = $1 and person_id = $2 for update';
  await holder.query(hold, [quizId, middle.id]);
  const correcting = correctTo(quizId, '4', 0);
  await vi.waitFor(async () => expect(await countBlocked(one.pool)).toBe(1), TIMEOUT);

  // An attempt that the correction has not reached is submitted immediately with the old key;
  // an attempt that it has locked waits.
  const late = await callsOn(other, quizId, after).submit({ 1: '4' });
  expect(late.json().data.score).toBe(0);
  const waiting = callsOn(other, quizId, before).submit({ 1: '4' });
  await vi.waitFor(async () => expect(await countBlocked(one.pool)).toBe(2), TIMEOUT);
  await holder.query('commit');
  holder.release();

  expect((await correcting).json().data).toEqual({ keyVersion: 1, changed: 1 });
  expect((await waiting).json().data.score).toBe(5);
  expect(await scoreOf(quizId, after)).toBe(5);
  await callsOn(other, quizId, middle).submit({ 1: '4' });
  expect(await scoreOf(quizId, middle)).toBe(5);
});

test('a submission that was marked by the old key is not kept after the correction', async () => {
  const student = await makeStudent(one.pool);
  const quizId = await startedQuiz(student);
  await correctTo(quizId, '4', 0);
  const submission = {
    quizId,
    personId: student.id,
    answers: { 1: '4' },
    answered: 1,
    texts: [],
    score: 0,
    sha256: 'a hash',
    submittedAt: new Date(),
    submittedBy: 'student' as const,
    tab: null,
    address: null,
    browser: null,
  };
  const old = await updateSubmittedInTime(one.pool, [{ ...submission, keyVersion: 0 }], 60_000);
  expect(old).toEqual([]);
  const fresh = await updateSubmittedInTime(one.pool, [{ ...submission, keyVersion: 1 }], 60_000);
  expect(fresh).toEqual([{ quizId, personId: student.id }]);
});

test('a student who starts during a correction is marked by the new key', async () => {
  const [sitting, starting] = [await makeStudent(one.pool), await makeStudent(one.pool)];
  const quizId = await startedQuiz(sitting);
  const holder = await one.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from attempts where quiz_id = $1 for update', [quizId]);
  const correcting = correctTo(quizId, '4', 0);
  await vi.waitFor(async () => expect(await countBlocked(one.pool)).toBe(1), TIMEOUT);
  const begun = callsOn(other, quizId, starting).start();
  await vi.waitFor(async () => expect(await countBlocked(one.pool)).toBe(2), TIMEOUT);
  await holder.query('commit');
  holder.release();
  expect((await correcting).statusCode).toBe(200);
  expect((await begun).statusCode).toBe(200);
  const submitted = await callsOn(other, quizId, starting).submit({ 1: '4' });
  expect(submitted.json().data.score).toBe(5);
});

test('however submissions and corrections meet, every score is that of the last key', async () => {
  const students = await Promise.all(Array.from({ length: 24 }, () => makeStudent(one.pool)));
  const quizId = await startedQuiz(...students);
  const corrections = async () => {
    for (let version = 0; version < 5; version++) {
      const reply = await correctTo(quizId, version % 2 === 0 ? '4' : '2', version);
      expect(reply.statusCode).toBe(200);
    }
  };
  const submissions = students.map(async (student, index) => {
    const server = index % 2 === 0 ? one : other;
    const reply = await callsOn(server, quizId, student).submit({ 1: '4' });
    expect(reply.statusCode).toBe(200);
  });
  await Promise.all([corrections(), ...submissions]);
  for (const student of students) expect(await scoreOf(quizId, student)).toBe(5);
});
