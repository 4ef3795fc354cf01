import type { Endpoint } from '@vlabs/contract/endpoint';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { mixedSettings } from '../testing/acts/mixed-quiz.ts';
import { program } from '../testing/acts/program-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { TestClock } from '../testing/test-clock.ts';

const HOUR_MS = 3_600_000;
const clock = new TestClock();
/** The reads that a test may close. */
const closing: Endpoint[] = [];
let server: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  server = await makeTestApp({
    clock,
    onRoute: ({ method, config }) => {
      const isRead = method === 'GET' && config?.endpoint?.closesDuringTests;
      if (config?.endpoint && isRead) closing.push(config.endpoint);
    },
  });
  admin = await makeAdmin(server.pool);
});
afterAll(() => server.close());
beforeEach(() => clock.set(Date.now()));

const quiz = (closesWork: boolean) =>
  makeQuiz(server.app, admin, {
    formDetails: { topic: 'Pointers' },
    settings: { ...mixedSettings, closesWork },
  });

const ask = (person: MadePerson, url: string) =>
  server.app.inject({ method: 'GET', url, headers: person.headers });
/** Assignments, versions, runs and the download of everything, which every student has. */
const LISTS = [
  '/api/v1/auth/getallassignments',
  '/api/v1/programs/versions',
  '/api/v1/runs',
  '/judge0/submissions',
  '/api/v1/my-data.zip',
];
const statusesOf = async (person: MadePerson) =>
  Promise.all(LISTS.map(async (url) => (await ask(person, url)).statusCode));
const OPEN = LISTS.map(() => 200);
const CLOSED = LISTS.map(() => 403);

test('assignments and earlier programs close with Start, and open with the submission', async () => {
  const [student, other] = [
    await makeListedStudent(server.pool),
    await makeListedStudent(server.pool),
  ];
  const calls = callsOn(server, await quiz(true), student);
  expect(await statusesOf(student)).toEqual(OPEN);
  await calls.start();
  expect(await statusesOf(student)).toEqual(CLOSED);
  expect(await statusesOf(other)).toEqual(OPEN);
  expect((await ask(student, LISTS[0] ?? '')).json()).toMatchObject({
    code: 'closed_work',
    message:
      'You are taking the test “Pointers”. Assignments and earlier programs open again when you have submitted it.',
  });
  await calls.submit({});
  expect(await statusesOf(student)).toEqual(OPEN);
});

test('every call about earlier work is closed, and none of the test', async () => {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, await quiz(true), student);
  await calls.start();
  expect(closing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/v1/assignments/:id', '/api/v1/programs/drafts']),
  );
  for (const { path } of new Set(closing)) {
    const reply = await ask(student, path.replaceAll(/:\w+/g, 'none'));
    expect([path, [400, 403].includes(reply.statusCode)]).toEqual([path, true]);
  }
  expect((await calls.save(1, { 1: '1' })).statusCode).toBe(200);
  expect((await calls.status()).statusCode).toBe(200);
});

test('a test that does not close them leaves them open, and so does one whose time is over', async () => {
  const student = await makeListedStudent(server.pool);
  await callsOn(server, await quiz(false), student).start();
  expect(await statusesOf(student)).toEqual(OPEN);
  await callsOn(server, await quiz(true), student).start();
  expect(await statusesOf(student)).toEqual(CLOSED);
  clock.set(Date.now() + 3 * HOUR_MS);
  expect(await statusesOf(student)).toEqual(OPEN);
});

async function settingsOf(quizId: string): Promise<object> {
  const reply = await ask(admin, `/api/v1/quiz-drafts/${quizId}`);
  return reply.json().data.content.settings;
}

test('Rule 11: a test with programs closes earlier work unless the teacher says otherwise', async () => {
  const questions = { 1: program };
  const formDetails = { TotalQuestions: '1', topic: 'Pointers' };
  const withPrograms = (settings: object) =>
    makeQuiz(server.app, admin, {
      status: 'draft',
      formDetails,
      questions,
      settings: { ...mixedSettings, ...settings },
    });
  expect(await settingsOf(await withPrograms({}))).toMatchObject({ closesWork: true });
  // The choice is kept, and not taken for none when the test is changed.
  const open = await withPrograms({ closesWork: false });
  expect(await settingsOf(open)).toMatchObject({ closesWork: false });
});

test('the setting is kept, and a test without it replies as before', async () => {
  expect(await settingsOf(await quiz(true))).toMatchObject({ closesWork: true });
  expect(await settingsOf(await quiz(false))).not.toHaveProperty('closesWork');
});
