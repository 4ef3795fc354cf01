import { beforeAll, expect, test } from 'vitest';
import { makeQuiz, writeQuizForm } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

let quizId: string;

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeStudent(server.pool));
beforeAll(async () => {
  quizId = await makeQuiz(server.app, admin);
  await callsOn(server, quizId, student).start();
});

test.each([
  ['withdrawn', 'POST', '/status', { status: 'draft' }],
  ['changed', 'PUT', '', writeQuizForm()],
] as const)('a quiz that a student has started is not %s', async (_word, method, path, payload) => {
  const url = `/api/v1/auth/quiz/${quizId}${path}`;
  const reply = await server.app.inject({ method, url, headers: admin.headers, payload });
  expect(reply.statusCode).toBe(409);
  expect(reply.json().code).toBe('started');
});

test('the admin’s listing counts who has started, and the student’s tells what is submitted', async () => {
  const find = async ({ headers }: MadePerson) => {
    const reply = await server.app.inject({ url: '/api/v1/auth/getQuizData', headers });
    const records: { unique_id: string }[] = reply.json().updatedQuizData;
    return records.find(({ unique_id }) => unique_id === quizId);
  };
  expect(await find(admin)).toMatchObject({ started: 1 });
  expect(await find(student)).toMatchObject({ completed: false, submissionDate: null });
  await callsOn(server, quizId, student).submit({ 1: 2 });
  expect(await find(student)).toMatchObject({
    completed: true,
    submissionDate: expect.stringMatching(/^\d{4}-/),
  });
});

test('a draft that nobody has started is deleted with the extra time that was granted for it', async () => {
  const id = await makeQuiz(server.app, admin);
  const calls = callsOn(server, id, admin);
  const granted = { userIds: 'all', minutes: 10, reason: 'The lab opened late.' };
  expect((await calls.post('/extensions', granted)).statusCode).toBe(200);
  await calls.post('/status', { status: 'draft' });
  const { headers } = admin;
  const url = `/api/v1/auth/quiz/${id}`;
  expect((await server.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200);
});
