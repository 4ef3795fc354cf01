import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { makeQuestion, writeQuizForm, openSettings } from '../../testing/acts/make-quiz.ts';
import { program } from '../../testing/acts/program-quiz.ts';
import { setUpJudging } from '../../testing/judging.setup.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { type TestServer, makeSecondServer } from '../../testing/test-app.ts';

const { server, refusal, admin } = await setUpJudging();
const withoutRunner = beforeTests(() => makeSecondServer(server));
afterAll(() => withoutRunner.close());

const ask = async (
  method: 'GET' | 'POST' | 'PUT',
  { url, payload, at = server }: { url: string; payload?: object; at?: TestServer },
) => {
  const reply = await at.app.inject({
    method,
    url,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
};
const right = { name: '', input: '1 2', output: '3', points: '1', group: '' };
const wrong = { ...right, input: '3 4', output: '8' };
const withCases = (...cases: object[]) => ({ ...program, Key: { ...program.Key, cases } });
const formWith = (one: object) => writeQuizForm({ questions: { 1: makeQuestion('2'), 2: one } });
const create = (form: object, at: TestServer = server) =>
  ask('POST', { url: '/api/v1/auth/quizData', payload: form, at });

describe.skipIf(refusal !== null)('the programs of a test', () => {
  test('must be right when a test is published, but not in a draft', async () => {
    const faulty = withCases(right, wrong);
    const message =
      'The solution fails test case 2: it printed 7 instead of 8. Correct the expected output or the solution.';
    const refused = {
      status: 400,
      body: {
        code: 'invalid',
        message: `Question 2: ${message}`,
        fields: { 'questions.2.Key.cases.1.output': message },
      },
    };
    expect(await create(formWith(faulty))).toMatchObject(refused);
    const draft = formWith(faulty);
    expect((await create({ ...draft, status: 'draft' })).status).toBe(201);
    const url = `/api/v1/auth/quiz/${draft.unique_id}`;
    const publish = () => ask('POST', { url: `${url}/status`, payload: { status: 'published' } });
    expect(await publish()).toMatchObject(refused);
    const replace = (one: object, at: TestServer = server) =>
      ask('PUT', { url, payload: formWith(one), at });
    expect((await replace(program)).status).toBe(200);
    expect((await publish()).status).toBe(200);
    expect(await replace(faulty)).toMatchObject(refused);
    // What was checked is not run again, as a server without a runner shows.
    expect((await replace({ ...program, QuestionTitle: 'Sum' }, withoutRunner)).status).toBe(200);
    expect(await replace(withCases(right), withoutRunner)).toMatchObject({
      status: 503,
      body: { message: 'Programs can’t be run right now. Try again in a minute.' },
    });
  });

  test('are checked when an unfinished draft is published', async () => {
    const id = randomUUID();
    const { formDetails } = writeQuizForm();
    const written = withCases(wrong);
    const content = {
      details: {
        ...formDetails,
        TotalQuestions: '1',
        startTime: '2026-11-21T10:30',
        endTime: '2096-11-21T12:00',
      },
      settings: openSettings({ everyone: true, courses: [], years: [], rollNumbers: [] }),
      questions: [{ key: 'k1', ...written, Points: '' }],
    };
    const url = `/api/v1/quiz-drafts/${id}`;
    expect((await ask('PUT', { url, payload: { revision: 0, content } })).status).toBe(200);
    const statusUrl = `/api/v1/auth/quiz/${id}/status`;
    const published = await ask('POST', { url: statusUrl, payload: { status: 'published' } });
    expect(published.body.fields).toHaveProperty(['questions.1.Key.cases.0.output']);
  });
});

test('a test with programs is published only where programs can be run', async () => {
  expect((await create(formWith(program), withoutRunner)).status).toBe(503);
  const draft = { ...formWith(program), status: 'draft' };
  expect((await create(draft, withoutRunner)).status).toBe(201);
  expect((await create(formWith(makeQuestion('1')), withoutRunner)).status).toBe(201);
});

test('a test has at most 20 programs', async () => {
  const questions = Object.fromEntries(
    Array.from({ length: 21 }, (_, place) => [place + 1, program]),
  );
  const form = writeQuizForm({ questions, formDetails: { TotalQuestions: '21' } });
  expect(await create(form)).toMatchObject({
    status: 400,
    body: { message: 'A test has at most 20 programs.' },
  });
});
