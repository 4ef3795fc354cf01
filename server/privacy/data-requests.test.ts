import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeGuest, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const call = (person: MadePerson, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
const ask = (person: MadePerson, text = 'My name is spelt wrongly.') =>
  call(person, 'POST', '/api/v1/my-data-requests', { kind: 'correction', text });
const own = async (person: MadePerson) =>
  (await call(person, 'GET', '/api/v1/my-data-requests')).json().data;
const answerTo = (requestId: string, payload: object) =>
  call(admin, 'POST', `/api/v1/data-requests/${requestId}/answer`, payload);

test('a person asks, a campus admin answers once, and only the person sees it', async () => {
  const [person, other] = [await makeGuest(server.pool), await makeStudent(server.pool)];
  const made = await ask(person);
  expect(made.statusCode).toBe(201);
  const { requestId, askedAt, dueAt } = made.json().data;
  const days = (Date.parse(dueAt) - Date.parse(askedAt)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  const queue = (await call(admin, 'GET', '/api/v1/data-requests')).json().data;
  expect(queue.requests).toMatchObject([{ requestId, personId: person.id, name: person.name }]);
  expect((await answerTo(requestId, { state: 'refused', answer: ' ' })).statusCode).toBe(400);
  const given = { state: 'refused', answer: 'It is spelt as in your certificate.' };
  expect((await answerTo(requestId, given)).statusCode).toBe(200);
  expect((await answerTo(requestId, given)).statusCode).toBe(404);
  expect(await own(person)).toMatchObject([{ requestId, ...given }]);
  expect(await own(other)).toEqual([]);
  expect((await call(admin, 'GET', '/api/v1/data-requests')).json().data.total).toBe(0);
});

test('three are open at a time, however many are sent at once, and a text has an end', async () => {
  const person = await makeStudent(server.pool);
  const sent = await Promise.all(Array.from({ length: 8 }, () => ask(person)));
  const statuses = sent.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
  expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  expect((await ask(person, 'x'.repeat(2001))).statusCode).toBe(400);
  const [{ requestId }] = await own(person);
  await answerTo(requestId, { state: 'done', answer: 'It is corrected.' });
  expect((await ask(person)).statusCode).toBe(201);
});
