import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { beforeAll, expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff, type MadeClass } from '../testing/acts/make-class.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { makeQuestion, makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';

let admin: MadePerson;
let owner: MadePerson;
let assistant: MadePerson;
let elsewhere: MadePerson;
let made: MadeClass;

const server = setUpServer();
beforeAll(async () => {
  const { pool } = server;
  admin = await makeAdmin(pool);
  [owner, elsewhere] = [await makeStaff(pool), await makeStaff(pool)];
  assistant = await makeStudent(pool);
  made = await makeClass(pool, admin);
  await joinClass(pool, made, owner, { role: 'owner' });
  await joinClass(pool, made, assistant, { role: 'assistant' });
  await joinClass(pool, await makeClass(pool, admin), elsewhere, { role: 'owner' });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(as: MadePerson, method: Method, path: string, payload?: object) {
  const reply = await server.app.inject({
    method,
    url: `/api/v1/questions${path}`,
    headers: { ...as.headers, [TEACHING_HEADER]: 'on' },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const keep = (as: MadePerson, topic: string, more: object = {}) =>
  call(as, 'POST', '', {
    questions: [makeQuestion('1')],
    subject: 'Trees',
    topic,
    tags: [],
    ...more,
  });

async function listed(as: MadePerson, topic: string) {
  const { body } = await call(as, 'GET', `?topic=${topic}`);
  return body.data.questions;
}

const homesOf = async (as: MadePerson, topic: string) =>
  (await listed(as, topic)).map(({ home }: { home: string }) => home);

test('what staff keep is their own, and neither campus admins nor others see it', async () => {
  expect(await keep(owner, 'own')).toMatchObject({ status: 201, body: { data: { added: 1 } } });
  expect(await homesOf(owner, 'own')).toEqual(['own']);
  for (const person of [admin, assistant, elsewhere]) {
    expect(await homesOf(person, 'own')).toEqual([]);
    const drawn = await call(person, 'POST', '/draw', { topic: 'own', count: 5 });
    expect(drawn.body.data.questions).toEqual([]);
    const { body } = await call(person, 'GET', '');
    expect(body.data.topics.map(({ name }: { name: string }) => name)).not.toContain('own');
  }
});

test('questions of a class are read by who prepares it, and changed by who writes in it', async () => {
  await keep(owner, 'shelf', { class: made.classId });
  const [question] = await listed(assistant, 'shelf');
  expect(question).toMatchObject({ home: 'class', mayChange: false });
  expect(await homesOf(admin, 'shelf')).toEqual(['class']);
  expect(await homesOf(elsewhere, 'shelf')).toEqual([]);
  const path = `/${question.questionId}`;
  const labels = { subject: 'Trees', topic: 'shelf', tags: ['new'] };
  for (const person of [assistant, elsewhere]) {
    expect((await call(person, 'PUT', path, labels)).status).toBe(404);
    expect((await call(person, 'PUT', `${path}/shared`, { isShared: true })).status).toBe(404);
    expect((await call(person, 'DELETE', path)).status).toBe(404);
  }
  expect((await call(owner, 'PUT', path, labels)).status).toBe(200);
  expect(await keep(elsewhere, 'shelf', { class: made.classId })).toMatchObject({ status: 403 });
  expect(await keep(assistant, 'shelf')).toMatchObject({ status: 403 });
});

async function figuresFor(person: MadePerson) {
  const [seen] = await listed(person, 'figures');
  const { questions } = (await call(person, 'POST', '/draw', { topic: 'figures', count: 1 })).body
    .data;
  return [seen, questions[0]].map(({ attempts, rightPercent }) => [attempts, rightPercent]);
}

test('an assistant of a section reads no figures of the whole class', async () => {
  const inSection = await makeStaff(server.pool);
  const sections = [made.sections[0]];
  await joinClass(server.pool, made, inSection, { role: 'assistant', sections });
  const asked = { ...makeQuestion('1'), QuestionTitle: 'Which figures?' };
  const quizId = await makeQuiz(server.app, admin, {
    questions: { 1: asked },
    formDetails: { topic: 'figures', TotalQuestions: '1' },
    settings: {
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
      audience: { everyone: true, inClass: { classId: made.classId } },
    },
  });
  const student = await makeStudent(server.pool);
  await joinClass(server.pool, made, student, { role: 'student' });
  const sitting = callsOn(server, quizId, student);
  await sitting.start();
  await sitting.submit({ 1: '1' });
  for (const person of [owner, assistant, admin]) {
    expect(await figuresFor(person)).toEqual([
      [1, 100],
      [1, 100],
    ]);
  }
  expect(await figuresFor(inSection)).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('a question of one’s own goes into the bank of a class in which one writes, once', async () => {
  await keep(owner, 'move', {
    questions: [{ ...makeQuestion('3'), QuestionTitle: 'Which way round?' }],
  });
  const [question] = await listed(owner, 'move');
  const labels = { subject: 'Trees', topic: 'move', tags: [] };
  const move = (as: MadePerson, classId: string) =>
    call(as, 'PUT', `/${question.questionId}`, { ...labels, class: classId });
  const elsewhereId = (await makeClass(server.pool, admin)).classId;
  expect((await move(owner, elsewhereId)).status).toBe(403);
  expect((await move(elsewhere, made.classId)).status).toBe(403);
  expect((await move(owner, made.classId)).status).toBe(200);
  expect(await listed(assistant, 'move')).toMatchObject([{ home: 'class', mayChange: false }]);
  // Changing only labels does not move it.
  expect((await call(owner, 'PUT', `/${question.questionId}`, labels)).status).toBe(200);
  expect(await homesOf(owner, 'move')).toEqual(['class']);
  await keep(owner, 'again', {
    questions: [{ ...makeQuestion('3'), QuestionTitle: 'Which way round?' }],
  });
  const [again] = await listed(owner, 'again');
  const twice = { ...labels, class: made.classId };
  expect(await call(owner, 'PUT', `/${again.questionId}`, twice)).toMatchObject({
    status: 409,
    body: { code: 'known' },
  });
});

test('a shared question is used by all staff, and stays with those whose it is', async () => {
  await keep(owner, 'shared', { questions: [makeQuestion('4')] });
  const [question] = await listed(owner, 'shared');
  const share = (isShared: boolean) =>
    call(owner, 'PUT', `/${question.questionId}/shared`, { isShared });
  expect((await share(true)).status).toBe(200);
  for (const person of [admin, elsewhere]) {
    const [seen] = await listed(person, 'shared');
    expect(seen).toMatchObject({ isShared: true, mayChange: false });
  }
  expect((await call(elsewhere, 'DELETE', `/${question.questionId}`)).status).toBe(404);
  await share(false);
  expect(await homesOf(elsewhere, 'shared')).toEqual([]);
});

test('a student who assists reads no shared question, in no list and by no draw', async () => {
  await keep(elsewhere, 'lent', {
    questions: [{ ...makeQuestion('3'), QuestionTitle: 'Which way round?' }],
  });
  const [question] = await listed(elsewhere, 'lent');
  await call(elsewhere, 'PUT', `/${question.questionId}/shared`, { isShared: true });
  expect(await homesOf(owner, 'lent')).toEqual(['own']);
  expect(await homesOf(assistant, 'lent')).toEqual([]);
  const drawn = await call(assistant, 'POST', '/draw', { topic: 'lent', count: 5 });
  expect(drawn.body.data.questions).toEqual([]);
  expect((await call(assistant, 'GET', '')).body).not.toMatchObject({
    data: { topics: expect.arrayContaining([{ name: 'lent', questions: 1 }]) },
  });
});

test('questions of the campus are seen by staff when they are shared, and not before', async () => {
  await keep(admin, 'campus');
  expect(await homesOf(owner, 'campus')).toEqual([]);
  const [question] = await listed(admin, 'campus');
  await call(admin, 'PUT', `/${question.questionId}/shared`, { isShared: true });
  expect(await homesOf(owner, 'campus')).toEqual(['campus']);
});

test('the questions of a published test of a class come to its own bank alone', async () => {
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const uniqueId = await makeQuiz(server.app, owner, {
    formDetails: { topic: 'asked' },
    settings: {
      audience,
      scoreOpens: 'at_end',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  });
  expect(await homesOf(owner, 'asked')).toEqual(['class', 'class']);
  expect(await homesOf(admin, 'asked')).toEqual(['class', 'class']);
  expect(await homesOf(elsewhere, 'asked')).toEqual([]);
  const file = (as: MadePerson) => call(as, 'GET', `/export?format=gift&quiz=${uniqueId}`);
  expect((await file(elsewhere)).status).toBe(404);
});

test('the same question is kept once in each home', async () => {
  const same = [await keep(elsewhere, 'same'), await keep(elsewhere, 'same')];
  expect(same.map(({ body }) => body.data)).toEqual([
    { added: 1, known: 0 },
    { added: 0, known: 1 },
  ]);
});
