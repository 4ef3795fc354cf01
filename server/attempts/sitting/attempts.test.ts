import { beforeEach, expect, test } from 'vitest';
import { makeQuestion, openSettings } from '../../testing/acts/make-quiz.ts';
import { makeListedStudent, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { setUpAttempts } from '../attempts.setup.ts';

const SECOND_MS = 1000;
const LIMIT_MS = 7200 * SECOND_MS;

const { clock, server, admin, student, quiz, sit } = setUpAttempts();
let startedAtMs: number;
beforeEach(() => {
  startedAtMs = clock.nowMs();
});
const inOneHour = () => new Date(clock.nowMs() + 3600 * SECOND_MS).toISOString();

test('a start gives the questions without what is right, the times of the server, and nothing saved', async () => {
  const calls = callsOn(server, await quiz(), student);
  const reply = await calls.start();
  expect(reply.statusCode).toBe(200);
  const { data } = reply.json();
  expect(data).toEqual({
    questions: {
      1: {
        QuestionTitle: 'Which is number 2?',
        QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
      },
      2: expect.objectContaining({ QuestionTitle: 'Which is number 3?' }),
    },
    startedTime: new Date(startedAtMs).toISOString(),
    endedTime: new Date(startedAtMs + LIMIT_MS).toISOString(),
    remainingMs: LIMIT_MS,
    formDetails: expect.objectContaining({ TotalQuestions: 2, SubjectId: 'Data Structures' }),
    savedAnswers: {},
    sequence: 0,
    graceSeconds: 60,
  });
  expect(reply.body).not.toMatch(/correct/i);
});

test('a second start changes no time, and brings what was saved', async () => {
  const calls = await sit();
  await calls.save(3, { 1: 2, 2: '4' });
  clock.pass(60 * SECOND_MS);
  expect((await calls.start()).json().data).toMatchObject({
    startedTime: new Date(startedAtMs).toISOString(),
    remainingMs: LIMIT_MS - 60 * SECOND_MS,
    savedAnswers: { 1: '2', 2: '4' },
    sequence: 3,
  });
});

test('of two first starts at once, one attempt comes', async () => {
  const calls = callsOn(server, await quiz(), student);
  const replies = await Promise.all([calls.start(), calls.start(), calls.start()]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const timeline = await callsOn(server, replies[0] ? calls.quizId : '', admin).get(
    `/attempts/${student.id}/timeline`,
  );
  expect(
    timeline.json().data.filter(({ step }: { step: string }) => step === 'start'),
  ).toHaveLength(1);
});

test('a save is kept, says when, and how much time is left', async () => {
  const calls = await sit();
  clock.pass(5 * SECOND_MS);
  const reply = await calls.save(1, { 1: 4 });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().data).toEqual({
    sequence: 1,
    savedAt: new Date(clock.nowMs()).toISOString(),
    remainingMs: LIMIT_MS - 5 * SECOND_MS,
    endedTime: new Date(startedAtMs + LIMIT_MS).toISOString(),
  });
  expect((await calls.start()).json().data.savedAnswers).toEqual({ 1: '4' });
});

test('a sequence that is not newer changes nothing and is told what is held', async () => {
  const calls = await sit();
  await calls.save(5, { 1: '1' });
  for (const sequence of [0, 4, 5]) {
    const reply = await calls.save(sequence, { 1: '2' });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      success: false,
      code: 'stale_sequence',
      data: { sequence: 5, savedAnswers: { 1: '1' } },
    });
  }
  expect((await calls.start()).json().data.savedAnswers).toEqual({ 1: '1' });
});

test('the very same save again is acknowledged again', async () => {
  const calls = await sit();
  const first = await calls.save(5, { 1: '1', 2: '2' });
  clock.pass(SECOND_MS);
  const again = await calls.save(5, { 2: 2, 1: 1 });
  expect(again.statusCode).toBe(200);
  expect(again.json().data.savedAt).toBe(first.json().data.savedAt);
});

test('a save of a quiz that was not started is refused', async () => {
  const calls = callsOn(server, await quiz(), student);
  const reply = await calls.save(1, { 1: '1' });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'not_started']);
  expect((await calls.submit({ 1: '1' })).json().code).toBe('not_started');
});

test.each([
  ['a question that is not there', { 3: '1' }],
  ['an option that is not there', { 1: '5' }],
  ['a question without a number', { first: '1' }],
  ['no map', []],
])('answers of %s are refused, and nothing is changed', async (_name, answers) => {
  const calls = await sit();
  await calls.save(1, { 1: '1' });
  const reply = await calls.save(2, answers);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid']);
  expect((await calls.start()).json().data).toMatchObject({
    sequence: 1,
    savedAnswers: { 1: '1' },
  });
});

test('End cuts the time of who starts late', async () => {
  const calls = callsOn(server, await quiz({ formDetails: { endTime: inOneHour() } }), student);
  expect((await calls.start()).json().data.remainingMs).toBe(3600 * SECOND_MS);
});

test('another student, an admin and nobody are kept out of an attempt', async () => {
  const id = await quiz();
  const own = callsOn(server, id, student);
  await own.start();
  const other = await makeStudent(server.pool);
  const asOther = callsOn(server, id, { ...student, headers: other.headers });
  const asAdmin = callsOn(server, id, { ...student, headers: admin.headers });
  for (const calls of [asOther, asAdmin]) {
    for (const call of [calls.start(), calls.save(1, { 1: '1' }), calls.submit({ 1: '1' })]) {
      expect((await call).statusCode).toBe(403);
    }
  }
  expect((await asOther.status()).statusCode).toBe(403);
  expect((await asOther.get(`/result?userId=${student.id}`)).statusCode).toBe(403);
  expect((await asAdmin.status()).json()).toMatchObject({ completed: false });
  await own.submit({ 1: '2' });
  expect((await asAdmin.get(`/result?userId=${student.id}`)).json().data).toMatchObject({
    score: 5,
    questions: { 1: { CorrectAnswer: '2', markedAnswer: '2' } },
  });
});

test('a roll number counts as one’s own in any case', async () => {
  const mixed = await makeStudent(server.pool, `MiXed${startedAtMs}`);
  const calls = callsOn(server, await quiz(), { ...mixed, id: mixed.id.toUpperCase() });
  expect((await calls.start()).statusCode).toBe(200);
  expect((await calls.save(1, { 1: '1' })).statusCode).toBe(200);
});

test('a quiz can be started only by its audience, when it is published and open', async () => {
  const forCourse = { everyone: false, courses: ['MCA'], years: [], rollNumbers: [] };
  const rules = {
    scoreOpens: 'at_once',
    answersOpen: 'at_end',
    shuffleQuestions: false,
    shuffleOptions: false,
  } as const;
  const id = await quiz({ settings: { audience: forCourse, ...rules } });
  const refused = await callsOn(server, id, student).start();
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  expect((await callsOn(server, id, student).status()).statusCode).toBe(404);
  const mca = await makeListedStudent(server.pool, { course: 'mca' });
  expect((await callsOn(server, id, mca).start()).statusCode).toBe(200);

  const draft = callsOn(server, await quiz({ status: 'draft' }), student);
  expect((await draft.start()).statusCode).toBe(404);

  const later = callsOn(server, await quiz({ formDetails: { startTime: inOneHour() } }), student);
  const early = await later.start();
  expect([early.statusCode, early.json().code]).toEqual([409, 'not_open']);
  clock.pass(3600 * SECOND_MS);
  expect((await later.start()).statusCode).toBe(200);
  clock.pass(24 * 3600 * SECOND_MS);
  const late = await callsOn(server, await quiz(), student).start();
  expect([late.statusCode, late.json().code]).toEqual([409, 'closed']);
});

test('a quiz that someone has started stays published', async () => {
  const calls = await sit();
  const reply = await callsOn(server, calls.quizId, admin).post('/status', { status: 'draft' });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'started']);
});

test('an unknown quiz is unknown to every call', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  const { start, save, submit, status, result } = callsOn(server, unknown, student);
  const replies = [start(), save(1, {}), submit({}), status(), result()];
  for (const reply of replies) expect((await reply).statusCode).toBe(404);
});

test('shuffled questions are another order for each student and the same for one, and are graded as shown', async () => {
  const questions = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      String(index + 1),
      { ...makeQuestion(String((index % 4) + 1)), QuestionTitle: `Question ${index + 1}` },
    ]),
  );
  const id = await quiz({
    questions,
    formDetails: { TotalQuestions: 12, ScorePerQuestion: 1 },
    settings: {
      ...openSettings({ everyone: true, courses: [], years: [], rollNumbers: [] }),
      shuffleQuestions: true,
      shuffleOptions: true,
    },
  });
  const calls = callsOn(server, id, student);
  const shown = (await calls.start()).json().data.questions;
  expect((await calls.start()).json().data.questions).toEqual(shown);
  const other = callsOn(server, id, await makeStudent(server.pool));
  expect((await other.start()).json().data.questions).not.toEqual(shown);
  const words = ['one', 'two', 'three', 'four'];
  const answers = Object.entries<{
    QuestionTitle: string;
    QuestionOptions: Record<string, string>;
  }>(shown).map(([number, { QuestionTitle, QuestionOptions }]) => {
    const right = words[(Number(QuestionTitle.split(' ')[1]) - 1) % 4];
    const option = Object.entries(QuestionOptions).find(([, text]) => text === right)?.[0];
    return [number, option];
  });
  const { data } = (await calls.submit(Object.fromEntries(answers))).json();
  expect(data).toMatchObject({ score: 12, answered: 12 });
});

test('a page that opens the quiz later takes over, and the older one is told so', async () => {
  const calls = callsOn(server, await quiz(), student);
  await calls.start({ tab: 'first' });
  expect((await calls.save(1, { 1: '1' }, { tab: 'first' })).statusCode).toBe(200);
  await calls.start({ tab: 'second' });
  const refused = await calls.save(7, { 1: '4' }, { tab: 'first' });
  expect(refused.json()).toMatchObject({
    code: 'taken_over',
    data: { sequence: 1, savedAnswers: { 1: '1' } },
  });
  expect((await calls.submit({ 1: '4' }, { tab: 'first' })).json().code).toBe('taken_over');
  expect((await calls.save(2, { 1: '3' }, { tab: 'second' })).statusCode).toBe(200);
  await calls.start({ tab: 'third', previousTab: 'second' });
  const steps = (
    await callsOn(server, calls.quizId, admin).get(`/attempts/${student.id}/timeline`)
  ).json().data;
  expect(steps.map(({ step }: { step: string }) => step)).toEqual([
    'start',
    'save',
    'second-device',
    'save',
    'reconnect',
  ]);
});

test('the list of a student says what is submitted, when, and what is over for them', async () => {
  const calls = await sit();
  const url = `/api/v1/auth/getQuizData?userId=${student.id}`;
  const record = async () =>
    (await server.app.inject({ url, headers: student.headers }))
      .json()
      .updatedQuizData.find((one: { unique_id: string }) => one.unique_id === calls.quizId);
  expect(await record()).toMatchObject({ completed: false, submissionDate: null, expired: false });
  const { endedTime } = (await calls.start()).json().data;
  expect(await record()).toMatchObject({ deadline: endedTime });
  await calls.submit({ 1: '1' });
  expect(await record()).not.toHaveProperty('deadline');
  const submissionDate = new Date(clock.nowMs()).toISOString();
  expect(await record()).toMatchObject({ completed: true, submissionDate });
});
