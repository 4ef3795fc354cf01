import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import {
  type MadePerson,
  makeAdmin,
  makeListedStudent,
  makeStudent,
} from '../../testing/acts/make.ts';
import { insertTracedRun } from '../../testing/database/traced-runs.queries.ts';
import { setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const trace = gzipSync(
  '{"trace":1,"language":"python","files":["script.py"]}\n{"l":1}\n{"end":"exit"}\n',
);

let admin: MadePerson;
let student: MadePerson;
beforeAll(async () => {
  admin = await makeAdmin(server.pool);
  student = await makeListedStudent(server.pool);
});

const insert = (owner: string) =>
  insertTracedRun(server.pool, { token: randomUUID(), owner, trace });
const call = (person: MadePerson, method: 'GET' | 'PUT', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
const ask = (person: MadePerson, token: string, question: object) =>
  call(person, 'PUT', `/api/v1/runs/${token}/question`, question);
const stepsOf = ({ id }: MadePerson, token: string) => `/api/v1/students/${id}/steps/${token}`;

test('a traced run is read again with its files, its input and its trace', async () => {
  const token = await insert(student.id);
  const reply = await call(student, 'GET', `/api/v1/runs/${token}/steps`);
  expect(reply.json().data).toEqual({
    languageId: 71,
    files: [{ path: 'script.py', text: 'x = 1' }],
    stdin: 'in',
    trace: trace.toString('base64'),
    rollNumber: student.id,
    createdAt: expect.any(String),
    question: null,
  });
});

test('a question hands a traced run to the staff who may see the student’s work', async () => {
  const token = await insert(student.id);
  expect((await call(admin, 'GET', stepsOf(student, token))).statusCode).toBe(404);
  expect((await ask(student, token, { text: ' Why is x 1? ', step: 1 })).statusCode).toBe(200);
  const seen = await call(admin, 'GET', stepsOf(student, token));
  expect(seen.json().data.question).toEqual({ text: 'Why is x 1?', step: 1 });
  expect((await call(student, 'GET', stepsOf(student, token))).statusCode).toBe(403);
});

test('nobody reads or asks about the run of somebody else', async () => {
  const [token, other] = [await insert(student.id), await makeStudent(server.pool)];
  expect((await call(other, 'GET', `/api/v1/runs/${token}/steps`)).statusCode).toBe(404);
  expect((await ask(other, token, { text: 'Mine?', step: 1 })).statusCode).toBe(404);
  await ask(student, token, { text: 'Why?', step: 1 });
  expect((await call(admin, 'GET', stepsOf(other, token))).statusCode).toBe(404);
});

test('a question needs words and a step', async () => {
  const token = await insert(student.id);
  for (const question of [
    { text: ' ', step: 1 },
    { text: 'x'.repeat(1001), step: 1 },
    { text: 'x', step: 0 },
  ])
    expect((await ask(student, token, question)).statusCode).toBe(400);
});
