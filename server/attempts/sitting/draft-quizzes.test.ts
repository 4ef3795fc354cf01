import { randomUUID } from 'node:crypto';
import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import type { RouteOptions } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { setUpServer } from '../../testing/server.setup.ts';

const routes: RouteOptions[] = [];
let student: MadePerson;
/** No quiz, a draft, and a quiz for other students. */
let unknownId: string;
let draftId: string;
let othersId: string;

const server = setUpServer({ onRoute: (route) => routes.push(route) });
beforeAll(async () => {
  const admin = await makeAdmin(server.pool);
  student = await makeStudent(server.pool);
  unknownId = randomUUID();
  draftId = await makeQuiz(server.app, admin, { status: 'draft' });
  const audience = { everyone: false, rollNumbers: ['T-NOBODY'] };
  othersId = await makeQuiz(server.app, admin, { settings: { ...defaultSettings, audience } });
});

/** The bodies that a student may send to each call of a quiz. */
const bodies: Record<string, object[]> = {
  'POST /api/v1/auth/quiz/:uniqueId': [{}],
  'GET /api/v1/auth/quiz/:uniqueId/status/:userId': [{}],
  'PUT /api/v1/auth/quiz/:uniqueId/answers': [
    { sequence: 1, markedAnswers: { 1: '1' } },
    // There is no question 3.
    { sequence: 1, markedAnswers: { 3: '1' } },
  ],
  'POST /api/v1/auth/quiz/:uniqueId/submit': [
    { submissionTime: new Date().toISOString() },
    { submissionTime: new Date().toISOString(), markedAnswers: { 1: '1' } },
    { submissionTime: new Date().toISOString(), markedAnswers: { 3: '1' } },
  ],
  'GET /api/v1/auth/quiz/:uniqueId/result': [{}],
  'POST /api/v1/auth/quiz/:uniqueId/feedback': [{ feedback: 'Good.' }],
  'POST /api/v1/auth/quiz/:uniqueId/steps': [{ steps: [{ step: 'focus-lost', agoMs: 0 }] }],
  'GET /api/v1/auth/quiz/:uniqueId/events': [{}],
};

function listCalls(): string[] {
  return routes.flatMap(({ method, url, config }) => {
    const access = config?.endpoint?.access;
    if (method === 'HEAD') return [];
    const isForStudents = access === 'anyone' || access?.includes('student');
    return isForStudents && url.includes(':uniqueId') ? [`${String(method)} ${url}`] : [];
  });
}

async function ask(call: string, quizId: string, body: object) {
  const [method = '', path = ''] = call.split(' ');
  const { statusCode, headers, payload } = await server.app.inject({
    method: method === 'GET' ? 'GET' : method === 'PUT' ? 'PUT' : 'POST',
    url: path.replace(':uniqueId', quizId).replace(':userId', student.id),
    headers: student.headers,
    ...(method !== 'GET' && { payload: { userId: student.id, ...body } }),
  });
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { statusCode, headers: others, payload };
}

test('a draft, and a quiz for others, answer a student on every call as one that does not exist', async () => {
  const calls = listCalls();
  expect(calls.toSorted()).toEqual(Object.keys(bodies).toSorted());
  for (const call of calls) {
    for (const body of bodies[call] ?? []) {
      const unknown = await ask(call, unknownId, body);
      expect([call, body, unknown.statusCode]).toEqual([call, body, 404]);
      expect([call, body, await ask(call, draftId, body)]).toEqual([call, body, unknown]);
      expect([call, body, await ask(call, othersId, body)]).toEqual([call, body, unknown]);
    }
  }
});
