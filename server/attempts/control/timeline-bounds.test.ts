import { beforeAll, expect, test } from 'vitest';
import { updateSaveLines } from '../../testing/database/full-stores.queries.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpTwoServers } from '../../testing/server.setup.ts';

let quizId: string;
const { server, second } = setUpTwoServers();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  quizId = await makeQuiz(server.app, admin);
});

async function sit() {
  const student = await makeStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  return { student, calls };
}

async function listSteps({ id }: MadePerson): Promise<string[]> {
  const url = `/api/v1/auth/quiz/${quizId}/attempts/${id}/timeline`;
  const { data } = (await server.app.inject({ url, headers: admin.headers })).json<{
    data: { step: string }[];
  }>();
  return data.map(({ step }) => step);
}

const countOf = (steps: readonly string[], step: string) =>
  steps.filter((one) => one === step).length;

const fifty = { steps: Array.from({ length: 50 }, () => ({ step: 'focus-lost', agoMs: 0 })) };

test('events are dated within the attempt, and none comes after the submission', async () => {
  const { student, calls } = await sit();
  const dayMs = 86_400_000;
  await calls.post('/steps', { steps: [{ step: 'focus-lost', agoMs: dayMs }] });
  await calls.submit({});
  await calls.post('/steps', { steps: [{ step: 'paste', agoMs: 0 }] });
  await calls.post('/steps', { steps: [{ step: 'reconnect', agoMs: dayMs }] });
  const { rows } = await server.pool.query(
    `select step, at >= started_at and at <= submitted_at as within
     from attempt_steps join attempts using (quiz_id, person_id)
     where quiz_id = $1 and person_id = $2 and step in ('focus-lost', 'paste', 'reconnect') order by step`,
    [quizId, student.id],
  );
  expect(rows).toEqual([
    { step: 'focus-lost', within: true },
    { step: 'reconnect', within: true },
  ]);
});

test('a page that tells without end is answered, and the timeline takes 500 lines and says so once', async () => {
  const { student, calls } = await sit();
  const elsewhere = callsOn(second, quizId, student);
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, at) => (at % 2 ? calls : elsewhere).post('/steps', fifty)),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  const reported = replies.filter((reply) => reply.json().message !== undefined);
  expect(reported).toHaveLength(14);
  expect(reported[0]?.json().message).toBe(
    'The timeline of this attempt is full. Your answers are still saved.',
  );
  const steps = await listSteps(student);
  expect([countOf(steps, 'focus-lost'), countOf(steps, 'left-out')]).toEqual([500, 1]);
  // Saves and the submission are still recorded.
  await calls.save(1, { 1: '2' });
  await calls.submit();
  expect(await listSteps(student)).toEqual(expect.arrayContaining(['save', 'submit']));
});

test('a part of what a page tells is kept up to the last line that there is room for', async () => {
  const { student, calls } = await sit();
  for (let time = 1; time <= 9; time += 1) await calls.post('/steps', fifty);
  await calls.post('/steps', { steps: fifty.steps.slice(0, 30) });
  const over = await calls.post('/steps', { steps: fifty.steps.slice(0, 30) });
  expect(over.json().message).toBeDefined();
  const steps = await listSteps(student);
  expect([countOf(steps, 'focus-lost'), countOf(steps, 'left-out')]).toEqual([500, 1]);
});

test('one page after the other that takes over fills no timeline either', async () => {
  const { student, calls } = await sit();
  for (let time = 1; time <= 10; time += 1) await calls.post('/steps', fifty);
  for (let tab = 1; tab <= 3; tab += 1) {
    expect((await calls.start({ tab: `tab-${tab}` })).statusCode).toBe(200);
  }
  const steps = await listSteps(student);
  expect([countOf(steps, 'second-device'), countOf(steps, 'reconnect')]).toEqual([0, 0]);
  expect(countOf(steps, 'left-out')).toBe(1);
  expect((await calls.save(1, { 1: '2' }, { tab: 'tab-1' })).statusCode).toBe(409);
});

test('beyond 10000 saves the answers are kept and their lines are not, which the timeline says once', async () => {
  const { student, calls } = await sit();
  await updateSaveLines(server.pool, student.id, 9_999);
  for (let sequence = 1; sequence <= 4; sequence += 1) {
    expect((await calls.save(sequence, { 1: String(sequence) })).statusCode).toBe(200);
  }
  const steps = await listSteps(student);
  expect([countOf(steps, 'save'), countOf(steps, 'left-out')]).toEqual([1, 1]);
  expect((await calls.start()).json().data.savedAnswers).toEqual({ 1: '4' });
});
