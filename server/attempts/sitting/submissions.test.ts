import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { setUpAttempts } from '../attempts.setup.ts';

const SECOND_MS = 1000;
const GRACE_MS = 60 * SECOND_MS;
const LIMIT_MS = 7200 * SECOND_MS;

const { clock, sit } = setUpAttempts();
let startedAtMs: number;
beforeEach(() => {
  startedAtMs = clock.nowMs();
});
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const around = [
  { when: 'one second before D', afterMs: -SECOND_MS, counts: true },
  { when: 'at D', afterMs: 0, counts: true },
  { when: 'one second before D + G', afterMs: GRACE_MS - SECOND_MS, counts: true },
  { when: 'at D + G', afterMs: GRACE_MS, counts: true },
  { when: 'one second after D + G', afterMs: GRACE_MS + SECOND_MS, counts: false },
];

test.each(around)('a save $when: it counts: $counts', async ({ afterMs, counts }) => {
  const calls = await sit();
  await calls.save(1, { 1: '2' });
  clock.set(startedAtMs + LIMIT_MS + afterMs);
  const reply = await calls.save(2, { 1: '2', 2: '3' });
  expect(reply.statusCode).toBe(counts ? 200 : 409);
  expect(reply.json().code).toBe(counts ? undefined : 'closed');
  clock.set(startedAtMs + LIMIT_MS + GRACE_MS + SECOND_MS);
  expect((await calls.result()).json().data).toMatchObject({
    answered: counts ? 2 : 1,
    score: counts ? 10 : 5,
    submittedBy: 'server',
    submittedAt: new Date(startedAtMs + LIMIT_MS).toISOString(),
  });
});

test.each(around)('a submission $when: it counts: $counts', async ({ afterMs, counts }) => {
  const calls = await sit();
  await calls.save(1, { 1: '2' });
  clock.set(startedAtMs + LIMIT_MS + afterMs);
  const reply = await calls.submit({ 1: '2', 2: '3' });
  expect(reply.statusCode).toBe(counts ? 200 : 409);
  expect(reply.json().message).toBe(
    counts ? 'Quiz submitted successfully.' : 'Quiz already submitted.',
  );
  expect(reply.json().code).toBe(counts ? undefined : 'already_submitted');
  expect(reply.json().data).toMatchObject({
    answered: counts ? 2 : 1,
    submittedBy: counts ? 'student' : 'server',
    submittedAt: new Date(startedAtMs + LIMIT_MS + (counts ? afterMs : 0)).toISOString(),
  });
});

test('a submission gives the real numbers, and a receipt of exactly what is held', async () => {
  const calls = await sit();
  clock.pass(90 * SECOND_MS);
  const reply = await calls.submit({ 2: 3 });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    success: true,
    message: expect.any(String),
    data: {
      totalQuestions: 2,
      answered: 1,
      unanswered: 1,
      score: 5,
      totalScore: 10,
      scoreOpensAt: null,
      submittedAt: new Date(clock.nowMs()).toISOString(),
      submittedBy: 'student',
      receipt: { answers: 1, sha256: sha256('{"2":"3"}') },
      answersOpenAt: expect.any(String),
      feedback: null,
      topic: 'Stacks',
    },
  });
  expect((await calls.result()).json().data).toEqual(reply.json().data);
  expect((await calls.status()).json()).toMatchObject({ success: true, completed: true });
});

test('of many submissions at once one is kept, and all get the same receipt', async () => {
  const calls = await sit();
  const replies = await Promise.all([
    calls.submit({ 1: '2' }),
    calls.submit({ 1: '3' }),
    calls.submit({ 1: '2' }),
    calls.submit({ 2: '1' }),
  ]);
  const codes = replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
  expect(codes).toEqual([200, 409, 409, 409]);
  const receipts = replies.map((reply) => JSON.stringify(reply.json().data));
  expect(new Set(receipts).size).toBe(1);
  expect(JSON.stringify((await calls.result()).json().data)).toBe(receipts[0]);
});

test('a submission without answers hands in what was saved', async () => {
  const calls = await sit();
  await calls.save(4, { 1: '2', 2: '3' });
  expect((await calls.submit()).json().data).toMatchObject({ answered: 2, score: 10 });
});

test('after the submission nothing can be saved, and the quiz cannot be started again', async () => {
  const calls = await sit();
  await calls.submit({ 1: '2' });
  const save = await calls.save(9, { 1: '3' });
  expect(save.json()).toMatchObject({ code: 'closed', message: 'Quiz already submitted.' });
  const start = await calls.start();
  expect([start.statusCode, start.json().code]).toEqual([409, 'already_submitted']);
  expect((await calls.result()).json().data).toMatchObject({ answered: 1, score: 5 });
});
