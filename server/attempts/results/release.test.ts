import type { QuizSettings } from '@vlabs/contract/quizzes/quizzes';
import { beforeEach, expect, test } from 'vitest';
import { makeQuiz, openSettings } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { setUpAttempts } from '../attempts.setup.ts';

const MINUTE_MS = 60_000;
const RULES: QuizSettings = openSettings({
  everyone: true,
  courses: [],
  years: [],
  rollNumbers: [],
});

const { clock, server, admin, student } = setUpAttempts();
let endMs: number;
beforeEach(() => {
  endMs = clock.nowMs() + 60 * MINUTE_MS;
});

const quiz = (settings: Partial<QuizSettings> = {}) =>
  makeQuiz(server.app, admin, {
    formDetails: { endTime: new Date(endMs).toISOString() },
    settings: { ...RULES, ...settings },
  });

async function submit(quizId: string, person = student, answers: object = { 1: '2', 2: '1' }) {
  const calls = callsOn(server, quizId, person);
  await calls.start();
  expect((await calls.submit(answers)).statusCode).toBe(200);
  return calls;
}

const resultOf = async (calls: ReturnType<typeof callsOn>) => (await calls.result()).json().data;

test('the questions with their answers open when End has passed, not before', async () => {
  const calls = await submit(await quiz());
  expect(await resultOf(calls)).toMatchObject({
    score: 5,
    answersOpenAt: new Date(endMs).toISOString(),
  });
  clock.set(endMs - 1);
  expect(await resultOf(calls)).not.toHaveProperty('questions');
  clock.set(endMs);
  expect((await resultOf(calls)).questions).toEqual({
    1: expect.objectContaining({ CorrectAnswer: '2', markedAnswer: '2' }),
    2: expect.objectContaining({ CorrectAnswer: '3', markedAnswer: '1' }),
  });
});

test('an extension for anyone holds the answers back from everyone', async () => {
  const id = await quiz();
  const calls = await submit(id);
  const late = await makeStudent(server.pool);
  await callsOn(server, id, late).start();
  const grant = { userIds: [late.id], minutes: 30, reason: 'A broken machine' };
  await callsOn(server, id, admin).post('/extensions', grant);
  clock.set(endMs + 29 * MINUTE_MS);
  expect(await resultOf(calls)).not.toHaveProperty('questions');
  await callsOn(server, id, late).submit({});
  clock.set(endMs + 30 * MINUTE_MS);
  expect(await resultOf(calls)).toHaveProperty('questions');
});

test('while anyone’s answers still count, nobody sees the right ones', async () => {
  const id = await quiz();
  const calls = await submit(id);
  await callsOn(server, id, await makeStudent(server.pool)).start();
  clock.set(endMs + MINUTE_MS - 1);
  expect(await resultOf(calls)).toMatchObject({
    answersOpenAt: new Date(endMs + MINUTE_MS).toISOString(),
  });
  expect(await resultOf(calls)).not.toHaveProperty('questions');
  clock.set(endMs + MINUTE_MS);
  expect(await resultOf(calls)).toHaveProperty('questions');
});

test('answers and score that the admin never opens stay closed to the student alone', async () => {
  const id = await quiz({ scoreOpens: 'never', answersOpen: 'never' });
  const calls = await submit(id);
  clock.set(endMs + 10 * MINUTE_MS);
  const result = await resultOf(calls);
  expect(result).toMatchObject({ score: null, scoreOpensAt: null, answersOpenAt: null });
  expect(result).not.toHaveProperty('questions');
  const seen = await callsOn(server, id, admin).get(`/result?userId=${student.id}`);
  expect(seen.json().data).toMatchObject({ score: 5, questions: { 1: { CorrectAnswer: '2' } } });
});

test('a score that opens at End says when', async () => {
  const calls = await submit(await quiz({ scoreOpens: 'at_end' }));
  expect(await resultOf(calls)).toMatchObject({
    score: null,
    scoreOpensAt: new Date(endMs).toISOString(),
  });
  clock.set(endMs);
  expect(await resultOf(calls)).toMatchObject({ score: 5, scoreOpensAt: null });
});

test('before release nothing that a student gets differs between right and wrong', async () => {
  const id = await quiz({ scoreOpens: 'at_end' });
  const other = await makeStudent(server.pool);
  const replies = async (person: MadePerson, answers: Record<string, string>) => {
    const calls = callsOn(server, id, person);
    const start = await calls.start();
    const save = await calls.save(1, answers);
    const stale = await calls.save(1, {});
    const sent = await calls.submit(answers);
    const all = [start, save, stale, sent, await calls.result(), await calls.status()];
    return all.map(({ statusCode, headers, body }) => ({
      statusCode,
      length: headers['content-length'],
      // Replies may contain the student's own answers and their hash.
      body: body
        .replaceAll(/"savedAnswers":\{[^}]*\}/g, '')
        .replaceAll(/"sha256":"\w+"/g, '')
        .replaceAll(person.id, ''),
    }));
  };
  const right = await replies(student, { 1: '2', 2: '3' });
  const wrong = await replies(other, { 1: '4', 2: '4' });
  expect(right).toEqual(wrong);
  expect(JSON.stringify(right)).not.toMatch(/correct/i);
});

test('feedback is kept once the quiz is submitted, and the admin reads it', async () => {
  const id = await quiz();
  const calls = callsOn(server, id, student);
  await calls.start();
  const early = await calls.post('/feedback', { feedback: 'Too soon' });
  expect([early.statusCode, early.json().code]).toEqual([409, 'not_submitted']);
  await calls.submit({});
  const empty = await calls.post('/feedback', { feedback: '  \n ' });
  expect([empty.statusCode, empty.json().message]).toEqual([
    400,
    'Please enter your feedback before submitting!',
  ]);
  expect((await calls.post('/feedback', { feedback: ' Good questions. ' })).statusCode).toBe(200);
  expect(await resultOf(calls)).toMatchObject({ feedback: 'Good questions.' });
  const rows = (await callsOn(server, id, admin).get('/attempts')).json().data;
  expect(rows.find(({ userId }: { userId: string }) => userId === student.id)).toMatchObject({
    feedback: 'Good questions.',
  });
});

test('there is no result before the submission', async () => {
  const id = await quiz();
  const calls = callsOn(server, id, student);
  expect((await calls.result()).json().code).toBe('not_started');
  await calls.start();
  expect((await calls.result()).json().code).toBe('not_submitted');
});

test('the list of a student’s last results tells of each what the result itself tells, at any time', async () => {
  const settings: Partial<QuizSettings>[] = [
    { scoreOpens: 'at_once' },
    { scoreOpens: 'at_end' },
    { scoreOpens: 'never', answersOpen: 'never' },
  ];
  const sat = [];
  for (const one of settings) {
    const id = await quiz(one);
    await submit(id, await makeStudent(server.pool));
    sat.push({ id, calls: await submit(id) });
    clock.pass(1000);
  }
  for (const moment of [endMs - 1, endMs]) {
    clock.set(moment);
    const expected = [];
    for (const { id, calls } of sat.toReversed()) {
      const { score, totalScore, submittedAt, topic, markedAgain } = await resultOf(calls);
      const isMarkedAgain = markedAgain !== undefined;
      expected.push({ uniqueId: id, score, totalScore, submittedAt, topic, isMarkedAgain });
    }
    const url = '/api/v1/results';
    const reply = await server.app.inject({ url, headers: student.headers });
    expect(reply.json().data).toEqual(expected);
  }
});

test('the list of last results has the twelve newest', async () => {
  const id = await quiz();
  await submit(id);
  await server.pool.query(
    `insert into attempts (quiz_id, person_id, started_at, deadline_at, submitted_at, submitted_by,
       score, receipt_sha256, answers, last_seen_at, changed_at, key_version)
     select other.unique_id, $2, started_at, deadline_at, submitted_at - interval '1 hour' * row_number() over (),
       submitted_by, score, receipt_sha256, answers, last_seen_at, attempts.changed_at, attempts.key_version
     from attempts cross join (select unique_id from quizzes where unique_id <> $1 limit 20) other
     where quiz_id = $1 and person_id = $2`,
    [id, student.id],
  );
  const url = '/api/v1/results';
  const { data } = (await server.app.inject({ url, headers: student.headers })).json();
  expect(data[0].uniqueId).toBe(id);
  expect(data.length).toBeLessThanOrEqual(12);
  const moments = data.map(({ submittedAt }: { submittedAt: string }) => submittedAt);
  expect(moments).toEqual(moments.toSorted().toReversed());
});
