import { randomUUID } from 'node:crypto';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { expect, test } from 'vitest';
import { makeClass } from '../../testing/acts/make-class.ts';
import { makeQuestion, makeQuiz, writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeStudent(server.pool));

const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) });

const draftUrl = (id: string) => `/api/v1/quiz-drafts/${id}`;
const quizUrl = (id: string) => `/api/v1/auth/quiz/${id}`;
const save = (id: string, revision: number, content: object) =>
  ask('PUT', draftUrl(id), { revision, content });

async function findRecord(id: string, person = admin) {
  const reply = await server.app.inject({
    url: '/api/v1/auth/getQuizData?questions=none',
    headers: person.headers,
  });
  const records: { unique_id: string; formDetails: { topic: string } }[] =
    reply.json().updatedQuizData;
  return records.find(({ unique_id }) => unique_id === id);
}

const details = {
  TotalQuestions: '1',
  ScorePerQuestion: '4',
  SubjectId: 'Physics',
  ClassName: 'ECE-2',
  topic: 'Optics',
  TimeLimit: '90 min',
  startTime: '2026-11-21T10:30',
  endTime: '2096-11-21T12:00',
};
const whole: DraftContent = {
  details,
  settings: { ...defaultSettings, shuffleOptions: true, scoreOpens: 'never' },
  questions: [
    {
      key: 'k1',
      QuestionTitle: 'What bends light?',
      QuestionOptions: { 1: 'A lens', 2: 'A wall', 3: 'Air', 4: 'Nothing' },
      CorrectAnswer: '1',
    },
  ],
};
const noAudience = { everyone: false, courses: [], years: [], rollNumbers: [] };
const unfinished: DraftContent = {
  details: { ...details, TotalQuestions: '', TimeLimit: 'soon', endTime: '' },
  settings: {
    ...whole.settings,
    audience: noAudience,
  },
  questions: [{ ...makeQuestion('1'), key: 'k1', CorrectAnswer: '', QuestionTitle: '' }],
};

test('what was typed comes back word for word, however wrong it is', async () => {
  const id = randomUUID();
  const saved = await save(id, 0, unfinished);
  expect(saved.json().data).toMatchObject({ revision: 1 });
  expect((await ask('GET', draftUrl(id))).json().data).toMatchObject({
    unique_id: id,
    revision: 1,
    content: unfinished,
    quizStatus: null,
  });
});

test('a draft is saved while an import of members holds its class', async () => {
  const inClass = await makeClass(server.pool, admin);
  const importing = await server.pool.connect();
  await importing.query('begin');
  await importing.query('select from classes where id = $1 for no key update', [inClass.classId]);
  const audience = { ...noAudience, inClass: { classId: inClass.classId, sections: [] } };
  const content = { ...whole, settings: { ...whole.settings, audience } };
  const saved = await save(randomUUID(), 0, content);
  await importing.query('rollback');
  importing.release();
  expect(saved.json().data).toMatchObject({ revision: 1 });
});

test('of two who type at once the second is told, and the first stays', async () => {
  const id = randomUUID();
  await save(id, 0, whole);
  expect((await save(id, 1, unfinished)).json().data.revision).toBe(2);
  const late = await save(id, 1, whole);
  expect(late.statusCode).toBe(409);
  expect(late.json().code).toBe('stale_revision');
  expect((await save(id, 0, whole)).statusCode).toBe(409);
  expect((await ask('GET', draftUrl(id))).json().data.content).toEqual(unfinished);
});

test('a draft is listed to admins with what can be understood, and to no student', async () => {
  const id = randomUUID();
  await save(id, 0, unfinished);
  expect(await findRecord(id)).toMatchObject({
    status: 'draft',
    isUnfinished: true,
    missing: ['Total Questions', 'Time Limit', 'End', '1 question', 'Audience'],
    formDetails: {
      TotalQuestions: null,
      ScorePerQuestion: 4,
      TimeLimit: null,
      startTime: '2026-11-21T05:00:00.000Z',
      endTime: null,
      topic: 'Optics',
    },
  });
  expect(await findRecord(id, student)).toBeUndefined();
});

test('creating the quiz takes the draft’s settings and ends the draft', async () => {
  const id = randomUUID();
  await save(id, 0, whole);
  const { questions } = whole;
  const created = await ask(
    'POST',
    '/api/v1/auth/quizData/',
    writeQuizForm({ unique_id: id, formDetails: details, questions: { 1: questions[0] } }),
  );
  expect(created.statusCode).toBe(201);
  const draft = (await ask('GET', draftUrl(id))).json().data;
  expect(draft).toMatchObject({ revision: 0, savedAt: null, quizStatus: 'published' });
  expect(draft.content).toEqual({
    ...whole,
    questions: [{ ...questions[0], key: expect.any(String) }],
  });
  // A late save by the page that created the quiz does not restore the draft.
  expect((await save(id, 1, whole)).statusCode).toBe(409);
});

test('a whole draft is published by its status, an unfinished one says what is missing', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await save(first, 0, whole);
  await save(second, 0, unfinished);
  expect(await findRecord(first)).toMatchObject({ missing: [] });
  const published = await ask('POST', `${quizUrl(first)}/status`, { status: 'published' });
  expect(published.json()).toMatchObject({ success: true, data: { status: 'published' } });
  expect(await findRecord(first, student)).toMatchObject({ formDetails: { topic: 'Optics' } });
  const refused = await ask('POST', `${quizUrl(second)}/status`, { status: 'published' });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toMatchObject({
    'formDetails.TotalQuestions': 'Total Questions is required.',
    'questions.1.QuestionTitle': 'Write the question.',
  });
  expect(await findRecord(second)).toMatchObject({ status: 'draft' });
});

test('a quiz is changed as a whole while students still see it as it was', async () => {
  const id = await makeQuiz(server.app, admin);
  const { content } = (await ask('GET', draftUrl(id))).json().data;
  const changed = { ...content, details: { ...content.details, topic: 'Queues' } };
  expect((await save(id, 0, changed)).statusCode).toBe(200);
  expect(await findRecord(id)).toMatchObject({
    hasChanges: true,
    formDetails: { topic: 'Stacks' },
  });
  const form = writeQuizForm({ formDetails: { topic: 'Queues' } });
  expect((await ask('PUT', quizUrl(id), form)).json()).toMatchObject({ success: true });
  expect(await findRecord(id)).toMatchObject({ formDetails: { topic: 'Queues' } });
  expect(await findRecord(id)).not.toHaveProperty('hasChanges');
  expect((await ask('PUT', quizUrl(randomUUID()), form)).statusCode).toBe(404);
  expect((await ask('PUT', quizUrl(id), { ...form, questions: {} })).statusCode).toBe(400);
});

test('a copy is a draft with the same questions whose times are to be chosen', async () => {
  const id = await makeQuiz(server.app, admin);
  const { unique_id: copy } = (await ask('POST', `${quizUrl(id)}/copy`)).json().data;
  const { content } = (await ask('GET', draftUrl(copy))).json().data;
  expect(content.details).toMatchObject({ topic: 'Stacks (copy)', startTime: '', endTime: '' });
  expect(content.questions).toMatchObject([makeQuestion('2'), makeQuestion('3')]);
  expect((await ask('POST', `${quizUrl(randomUUID())}/copy`)).statusCode).toBe(404);
});

test('a published quiz is withdrawn before it is deleted', async () => {
  const id = await makeQuiz(server.app, admin);
  expect((await ask('DELETE', quizUrl(id))).json().code).toBe('published');
  await ask('POST', `${quizUrl(id)}/status`, { status: 'draft' });
  expect((await ask('DELETE', quizUrl(id))).statusCode).toBe(200);
  expect(await findRecord(id)).toBeUndefined();
  expect((await ask('DELETE', quizUrl(id))).statusCode).toBe(404);
});

test('throwing away changes leaves the quiz as it was', async () => {
  const id = await makeQuiz(server.app, admin);
  const { content } = (await ask('GET', draftUrl(id))).json().data;
  await save(id, 0, content);
  expect((await ask('DELETE', draftUrl(id))).statusCode).toBe(200);
  expect(await findRecord(id)).not.toHaveProperty('hasChanges');
  expect((await ask('DELETE', draftUrl(id))).statusCode).toBe(404);
});

test('a draft keeps a question with the longest texts that may be asked', async () => {
  const { blank } = kinds.program;
  const text = '1'.repeat(20_000);
  const cases = Array.from({ length: 50 }, (_, at) => ({
    name: `case ${at}`,
    input: text,
    output: text,
    points: '1',
    group: '',
  }));
  const { body: Body } = blank;
  const Key = { solution: { language: 'c', text }, cases, allOrNothing: true, reveals: 'names' };
  const question = { key: 'k1', QuestionTitle: 'Sort.', Kind: 'program', Points: '', Body, Key };
  const id = randomUUID();
  expect((await save(id, 0, { ...whole, questions: [question] })).statusCode).toBe(200);
  const read = await ask('GET', draftUrl(id));
  expect(read.json().data.content.questions).toEqual([question]);
});
