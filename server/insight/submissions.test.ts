import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/make.ts';
import { makeQuiz } from '../testing/make-quiz.ts';
import { callsOn } from '../testing/sit-quiz.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

let server: TestApp;
let admin: MadePerson;
let one: MadePerson;
let other: MadePerson;
let quizId: string;

beforeAll(async () => {
  server = await makeTestApp();
  admin = await makeAdmin(server.pool);
  [one, other] = [await makeListedStudent(server.pool), await makeListedStudent(server.pool)];
  quizId = await makeQuiz(server.app, admin, { formDetails: { topic: '100% queues' } });
  const calls = callsOn(server, quizId, one);
  await calls.start();
  await calls.submit({ 1: '2' });
  await callsOn(server, quizId, other).start();
  await handIn(one, await assign('Linked lists'));
  await handIn(other, await assign('Bubble sort', new Date(Date.now() - 60_000).toISOString()));
});
afterAll(() => server.close());

async function assign(title: string, dueAt?: string): Promise<string> {
  const payload = { title, assignment: 'Write it.', maxMarks: 10, ...(dueAt && { dueAt }) };
  const url = '/api/v1/auth/create-assignment';
  const { headers } = admin;
  return (await server.app.inject({ method: 'POST', url, headers, payload })).json().data.id;
}

async function handIn({ headers }: MadePerson, assignmentId: string) {
  const url = `/api/v1/assignments/${assignmentId}/hand-ins`;
  const payload = { kind: 'text', text: 'Done.' };
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(201);
}

async function list(query = '') {
  const url = `/api/v1/insight/submissions${query}`;
  const { headers } = admin;
  return (await server.app.inject({ method: 'GET', url, headers })).json().data;
}

const titlesOf = ({ submissions }: { submissions: { title: string }[] }) =>
  submissions.map(({ title }) => title);

test('hand-ins and submitted quizzes stand in one list, the newest first', async () => {
  const found = await list();
  expect(titlesOf(found)).toEqual(['Bubble sort', 'Linked lists', '100% queues']);
  expect(found.next).toBeNull();
  expect(found.submissions[0]).toMatchObject({ isLate: true, score: null, fullScore: 10 });
  expect(found.submissions[2]).toMatchObject({
    kind: 'quiz',
    id: quizId,
    userId: one.id,
    score: 5,
    fullScore: 10,
  });
});

test('the list is narrowed by kind, by state and by words, whatever signs they hold', async () => {
  expect(titlesOf(await list('?kind=quiz'))).toEqual(['100% queues']);
  expect(titlesOf(await list('?state=late'))).toEqual(['Bubble sort']);
  expect(titlesOf(await list('?state=to_mark'))).toEqual(['Bubble sort', 'Linked lists']);
  expect(titlesOf(await list('?state=marked'))).toEqual(['100% queues']);
  expect(titlesOf(await list(`?search=LISTS%20${one.id}`))).toEqual(['Linked lists']);
  expect(titlesOf(await list('?search=%25'))).toEqual(['100% queues']);
  expect(titlesOf(await list('?search=nobody'))).toEqual([]);
});

test('what came before a moment is asked for by that moment', async () => {
  const [newest] = (await list()).submissions;
  expect(titlesOf(await list(`?before=${newest.submittedAt}`))).toEqual([
    'Linked lists',
    '100% queues',
  ]);
});
