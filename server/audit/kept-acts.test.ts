import { randomUUID } from 'node:crypto';
import type { AuditAction } from '@vlabs/contract/audit-actions';
import type { Endpoint } from '@vlabs/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertImport } from '../students/imports.queries.ts';
import { type MadePerson, makeAdmin, makeSession, makeStudent } from '../testing/make.ts';
import { makeStoredFile } from '../testing/make-file.ts';
import { makeQuestion, makeQuiz, writeQuizForm } from '../testing/make-quiz.ts';
import { callsOn } from '../testing/sit-quiz.ts';
import { lineOf, listOf, storeList } from '../testing/student-lists.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const endpoints = new Map<string, Endpoint>();
let server: TestApp;
/** Does all that comes before the act that is looked at. */
let preparing: MadePerson;
beforeAll(async () => {
  server = await makeTestApp({
    environment: { VLABS_RUN_DELETE: 'on' },
    onRoute: ({ config, url }) => {
      const { endpoint } = config ?? {};
      if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
    },
  });
  preparing = await makeAdmin(server.pool);
});
afterAll(() => server.close());

/** What an admin calls, and what the log says of it. */
interface Scenario {
  action: AuditAction;
  /** The parameters in the address, a query with them, and the body. */
  prepare: (
    admin: MadePerson,
  ) => Promise<{ params?: Record<string, string>; query?: string; payload?: object }>;
}

const HOST = 'lab.example.edu';

async function call(method: Endpoint['method'], url: string, payload?: object, as = preparing) {
  const headers = { ...as.headers, host: HOST };
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply;
}

async function anAssignment(): Promise<{ id: string }> {
  const payload = { assignment: 'Add two numbers.' };
  return (await call('POST', '/api/v1/auth/create-assignment', payload)).json().data;
}

async function aHandIn(): Promise<{ handInId: string }> {
  const { id } = await anAssignment();
  const payload = { kind: 'text', text: 'Three.' };
  const student = await makeStudent(server.pool);
  return (await call('POST', `/api/v1/assignments/${id}/hand-ins`, payload, student)).json().data;
}

async function anAttempt(isSubmitted: boolean) {
  const uniqueId = await makeQuiz(server.app, preparing);
  const student = await makeStudent(server.pool);
  const calls = callsOn(server, uniqueId, student);
  await calls.start();
  if (isSubmitted) await calls.submit({ 1: '2' });
  return { params: { uniqueId }, userId: student.id };
}

async function aBankQuestion(): Promise<{ questionId: string }> {
  const topic = randomUUID();
  const question = { ...makeQuestion('2'), QuestionTitle: topic };
  const labels = { subject: 'Trees', topic, tags: [] };
  await call('POST', '/api/v1/questions', { questions: [question], ...labels });
  const found = (await call('GET', `/api/v1/questions?topic=${topic}`)).json();
  return { questionId: found.data.questions[0].questionId };
}

async function aDraftQuiz() {
  return { uniqueId: await makeQuiz(server.app, preparing, { status: 'draft' }) };
}

const rollNumber = async () => ({ rollNumber: (await makeStudent(server.pool)).id });

const scenarios: Record<string, Scenario> = {
  'POST /api/v1/auth/logout': { action: 'sign-out', prepare: async () => ({}) },
  'PUT /api/v1/auth/password': {
    action: 'change-password',
    prepare: async ({ password }) => ({
      payload: { currentPassword: password, newPassword: `other ${password}` },
    }),
  },
  'DELETE /api/v1/auth/sessions/:sessionId': {
    action: 'end-session',
    prepare: async (admin) => {
      await makeSession(server.pool, admin.id);
      const { data } = (await call('GET', '/api/v1/auth/sessions', undefined, admin)).json();
      const other = data.find(({ current }: { current: boolean }) => !current);
      return { params: { sessionId: other.sessionId } };
    },
  },
  'PUT /api/v1/students/:rollNumber': {
    action: 'edit-student',
    prepare: async () => {
      const { id, name, email } = await makeStudent(server.pool);
      const { data } = (await call('GET', `/api/v1/students/${id}`)).json();
      return { params: { rollNumber: id }, payload: { ...data, name, email, course: 'CSE' } };
    },
  },
  'PUT /api/v1/students/:rollNumber/disabled': {
    action: 'disable-account',
    prepare: async () => ({ params: await rollNumber(), payload: { disabled: true } }),
  },
  'POST /api/v1/students/:rollNumber/password': {
    action: 'reset-password',
    prepare: async () => ({ params: await rollNumber() }),
  },
  'POST /api/v1/auth/uploadall': {
    action: 'import-students',
    prepare: async (admin) => {
      const list = listOf(lineOf('2105999'));
      const link = await storeList(server.app, list, { admin });
      return { payload: { 'student-file': link, wait: false } };
    },
  },
  'POST /api/v1/student-imports/:importId/cancel': {
    action: 'cancel-import',
    prepare: async () => {
      const importId = randomUUID();
      const waiting = { importId, personId: preparing.id, fileId: 'none', fileName: 'class.csv' };
      await insertImport(server.pool, waiting);
      return { params: { importId } };
    },
  },
  'POST /api/v1/auth/create-assignment': {
    action: 'create-assignment',
    prepare: async () => ({ payload: { assignment: 'Add two numbers.' } }),
  },
  'PUT /api/v1/assignments/:id': {
    action: 'edit-assignment',
    prepare: async () => ({
      params: await anAssignment(),
      payload: { title: 'Sums', text: 'Add three numbers.' },
    }),
  },
  'POST /api/v1/assignments/:id/status': {
    action: 'withdraw-assignment',
    prepare: async () => ({ params: await anAssignment(), payload: { status: 'withdrawn' } }),
  },
  'PUT /api/v1/assignments/:id/tests': {
    action: 'edit-tests',
    prepare: async () => ({ params: await anAssignment(), payload: { tests: [] } }),
  },
  'POST /api/v1/assignments/:id/tests/run': {
    action: 'run-tests',
    prepare: async () => ({ params: await anAssignment() }),
  },
  'PUT /api/v1/hand-ins/:handInId/mark': {
    action: 'mark-hand-in',
    prepare: async () => {
      const { handInId } = await aHandIn();
      return { params: { handInId }, payload: { marks: 7, comment: 'Good.' } };
    },
  },
  'GET /api/v1/assignments/:id/hand-ins.zip': {
    action: 'download-hand-ins',
    prepare: async () => ({ params: await anAssignment() }),
  },
  'POST /api/v1/auth/quizData': {
    action: 'create-quiz',
    prepare: async () => ({ payload: writeQuizForm() }),
  },
  'POST /api/v1/auth/quiz/:uniqueId/status': {
    action: 'publish-quiz',
    prepare: async () => ({ params: await aDraftQuiz(), payload: { status: 'published' } }),
  },
  'PUT /api/v1/auth/quiz/:uniqueId': {
    action: 'edit-quiz',
    prepare: async () => {
      const params = await aDraftQuiz();
      return { params, payload: writeQuizForm({ unique_id: params.uniqueId }) };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/copy': {
    action: 'copy-quiz',
    prepare: async () => ({ params: await aDraftQuiz() }),
  },
  'DELETE /api/v1/auth/quiz/:uniqueId': {
    action: 'delete-quiz',
    prepare: async () => ({ params: await aDraftQuiz() }),
  },
  'POST /api/v1/auth/quiz/:uniqueId/extensions': {
    action: 'extend-attempts',
    prepare: async () => {
      const { params, userId } = await anAttempt(false);
      return { params, payload: { userIds: [userId], minutes: 5, reason: 'A fire alarm' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/reopen': {
    action: 'reopen-attempt',
    prepare: async () => {
      const { params, userId } = await anAttempt(true);
      return { params, payload: { userId, minutes: 5, reason: 'A broken screen' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/end': {
    action: 'end-attempt',
    prepare: async () => {
      const { params, userId } = await anAttempt(false);
      return { params, payload: { userId, reason: 'Went home' } };
    },
  },
  'POST /api/v1/auth/quiz/:uniqueId/announcements': {
    action: 'announce',
    prepare: async () => {
      const { params } = await anAttempt(false);
      return { params, payload: { text: 'Question 2 is about stacks.' } };
    },
  },
  'POST /api/v1/questions': {
    action: 'keep-questions',
    prepare: async () => ({
      payload: { questions: [makeQuestion('1')], subject: 'Trees', topic: 'Heaps', tags: [] },
    }),
  },
  'PUT /api/v1/questions/:questionId': {
    action: 'label-question',
    prepare: async () => ({
      params: await aBankQuestion(),
      payload: { subject: 'Trees', topic: 'Heaps', tags: ['hard'] },
    }),
  },
  'DELETE /api/v1/questions/:questionId': {
    action: 'delete-question',
    prepare: async () => ({ params: await aBankQuestion() }),
  },
  'DELETE /v1/storage/buckets/:bucketId/files/:fileId': {
    action: 'delete-file',
    prepare: async (person) => {
      const bucketId = 'assignments' as const;
      const file = { person, bucketId, name: 'sums.txt', bytes: 'Add.', host: HOST };
      const link = await makeStoredFile(server, file);
      return { params: { bucketId, fileId: link.split('/').at(-2) ?? '' } };
    },
  },
  'DELETE /judge0/submissions/:token': {
    action: 'delete-run',
    prepare: async () => {
      const student = await makeStudent(server.pool);
      const program = { language_id: 71, source_code: 'print(1)' };
      const { token } = (await call('POST', '/judge0/submissions', program, student)).json();
      await call('POST', `/api/v1/runs/${token}/stop`, {}, student);
      return { params: { token }, query: '?base64_encoded=true' };
    },
  },
  'GET /api/v1/audit/lines.csv': { action: 'export-audit-log', prepare: async () => ({}) },
};

test('every call that may change something in an admin’s hands says whether it is kept', () => {
  const open = [...endpoints.values()].filter(
    ({ method, access }) =>
      method !== 'GET' && (access === 'anyone' || access.some((role) => role === 'admin')),
  );
  expect(open.length).toBeGreaterThan(40);
  for (const { method, path, audit } of open) {
    const isSaid = audit === 'kept' || (audit?.notKept.length ?? 0) > 10;
    expect(isSaid, `${method} ${path}`).toBe(true);
  }
});

test('every call that is kept has a scenario here', () => {
  const kept = [...endpoints].flatMap(([name, { audit }]) => (audit === 'kept' ? [name] : []));
  expect(Object.keys(scenarios).toSorted()).toEqual(kept.toSorted());
});

describe.each(Object.entries(scenarios))('%s', (name, { action, prepare }) => {
  test(`keeps one line: ${action}`, async () => {
    const admin = await makeAdmin(server.pool);
    const { params = {}, query = '', payload } = await prepare(admin);
    const [method = '', path = ''] = name.split(' ');
    const { headers } = admin;
    const reply = await server.app.inject({
      method: endpoints.get(name)?.method ?? 'GET',
      url: path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '') + query,
      headers: { ...headers, host: HOST },
      ...(method !== 'GET' && { payload: payload ?? {} }),
    });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    const log = await server.app.inject({
      url: `/api/v1/audit/lines?person=${admin.id}`,
      headers: preparing.headers,
    });
    const { lines } = log.json().data;
    const byAdmin = lines.filter((line: { by: string }) => line.by === admin.id);
    // An import is finished by a job, which may have been quick.
    const acts = byAdmin.filter((line: { action: string }) => line.action !== 'finish-import');
    expect(acts).toMatchObject([{ action }]);
  });
});

test('a run of somebody else that an admin stops is kept, one of their own is not', async () => {
  const [admin, student] = [await makeAdmin(server.pool), await makeStudent(server.pool)];
  const program = { language_id: 71, source_code: 'print(1)' };
  for (const owner of [admin, student]) {
    const { token } = (await call('POST', '/judge0/submissions', program, owner)).json();
    await call('POST', `/api/v1/runs/${token}/stop`, {}, admin);
  }
  const { data } = (await call('GET', `/api/v1/audit/lines?person=${admin.id}`)).json();
  expect(data.lines).toMatchObject([{ action: 'stop-run', personId: student.id }]);
});

test('hand-ins that are fetched by a signed link are kept with the address of who did', async () => {
  const { id } = await anAssignment();
  const { data } = (await call('GET', `/api/v1/assignments/${id}/hand-ins`)).json();
  const reply = await server.app.inject({ url: data.archivePath, remoteAddress: '192.0.2.50' });
  expect(reply.statusCode).toBe(200);
  const log = (await call('GET', '/api/v1/audit/lines?person=link')).json();
  expect(log.data.lines).toMatchObject([
    { by: 'link', action: 'download-hand-ins', subject: { id }, address: '192.0.2.50' },
  ]);
});
