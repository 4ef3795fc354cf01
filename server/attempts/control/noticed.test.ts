import { listAttempts } from '@vlabs/contract/attempts/attempt-control';
import { expect, test } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

test('a teacher sees the last save, how often the page was left, and from how many addresses', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  const rowOf = async () => {
    const reply = await callsOn(server, quizId, admin).get('/attempts');
    const { data } = listAttempts.reply.parse(reply.json());
    return data.find(({ userId }) => userId === student.id);
  };
  expect(await rowOf()).toMatchObject({ savedAt: null, focusLosses: 0, addresses: 1 });

  const leave = { step: 'focus-lost', agoMs: 0 };
  const back = { step: 'focus-regained', agoMs: 0 };
  const paste = { step: 'paste', agoMs: 0, question: 2, characters: 120 };
  const steps = [leave, back, leave, paste];
  expect((await calls.post('/steps', { steps })).statusCode).toBe(200);
  const reconnected = await server.app.inject({
    method: 'POST',
    url: `/api/v1/auth/quiz/${quizId}/steps`,
    headers: student.headers,
    remoteAddress: '198.51.100.7',
    payload: { steps: [{ step: 'reconnect', agoMs: 0 }] },
  });
  expect(reconnected.statusCode).toBe(200);
  expect((await calls.save(1, { 1: '2' })).statusCode).toBe(200);
  expect(await rowOf()).toMatchObject({
    savedAt: expect.any(String),
    focusLosses: 2,
    pastes: 1,
    addresses: 2,
  });
});

test('a paste is noted with its question and length, and never with its text', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  const paste = { step: 'paste', agoMs: 0, question: 1, characters: 3, text: 'secret' };
  expect((await calls.post('/steps', { steps: [paste] })).statusCode).toBe(200);
  const timeline = await callsOn(server, quizId, admin).get(`/attempts/${student.id}/timeline`);
  const lines: { step: string; details: object }[] = timeline.json().data;
  expect(lines.find(({ step }) => step === 'paste')?.details).toEqual({
    question: 1,
    characters: 3,
  });
  for (const wrong of [{ question: 0 }, { question: 201 }, { characters: 1.5 }, { characters: -1 }])
    expect((await calls.post('/steps', { steps: [{ ...paste, ...wrong }] })).statusCode).toBe(400);
});

test('a student who has not started has left no trace', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const student = await makeListedStudent(server.pool);
  const reply = await callsOn(server, quizId, admin).get('/attempts');
  const { data } = listAttempts.reply.parse(reply.json());
  const row = data.find(({ userId }) => userId === student.id);
  expect(row).toMatchObject({ savedAt: null, focusLosses: 0, addresses: 0 });
});
