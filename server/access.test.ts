import type { Endpoint } from '@vlabs/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Row,
  auditRows,
  insightRows,
  keyCorrectionRows,
  studentRows,
} from './testing/access-rows.ts';
import { makeAdmin, makeStudent, makeStudentWithExpiredToken } from './testing/make.ts';
import { type TestApp, makeTestApp } from './testing/test-app.ts';

/** For admins alone. */
const admins = (admin: number): Row => ({ nobody: 401, student: 403, admin, expired: 401 });

// A 400 means: this caller may, and the input that is missing is asked for.
const expected: Record<string, Row> = {
  ...auditRows,
  ...insightRows,
  ...keyCorrectionRows,
  ...studentRows,
  'POST /api/v1/auth/login': { nobody: 400, student: 400, admin: 400, expired: 400 },
  'POST /api/v1/auth/register': { nobody: 400, student: 400, admin: 400, expired: 400 },
  'POST /api/v1/auth/logout': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/auth/user-auth': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/auth/admin-auth': admins(200),
  'PUT /api/v1/auth/password': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'GET /api/v1/auth/sessions': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'DELETE /api/v1/auth/sessions/:sessionId': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'POST /api/v1/auth/quizData': admins(400),
  'GET /api/v1/auth/getQuizData': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'POST /api/v1/auth/quiz/:uniqueId/status': admins(400),
  'PUT /api/v1/auth/quiz/:uniqueId': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/copy': admins(400),
  'DELETE /api/v1/auth/quiz/:uniqueId': admins(400),
  'GET /api/v1/quiz-drafts/:uniqueId': admins(400),
  'PUT /api/v1/quiz-drafts/:uniqueId': admins(400),
  'DELETE /api/v1/quiz-drafts/:uniqueId': admins(400),
  'GET /api/v1/question-drafts': admins(200),
  'POST /api/v1/question-drafts': admins(400),
  'POST /api/v1/question-drafts/parse': admins(400),
  'POST /api/v1/questions/import': admins(400),
  'GET /api/v1/questions/export': admins(400),
  'GET /api/v1/questions': admins(200),
  'POST /api/v1/questions': admins(400),
  'POST /api/v1/questions/draw': admins(400),
  'PUT /api/v1/questions/:questionId': admins(400),
  'DELETE /api/v1/questions/:questionId': admins(400),
  'POST /judge0/submissions': { nobody: 401, student: 422, admin: 422, expired: 401 },
  'GET /judge0/submissions/:token': { nobody: 401, student: 404, admin: 404, expired: 401 },
  'GET /judge0/languages': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/statuses': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0': { nobody: 200, student: 200, admin: 200, expired: 200 },
  'GET /judge0/submissions': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'DELETE /judge0/submissions/:token': admins(400),
  'POST /judge0/submissions/batch': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'GET /judge0/submissions/batch': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'GET /judge0/languages/all': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/languages/:languageId': { nobody: 401, student: 404, admin: 404, expired: 401 },
  'GET /judge0/system_info': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/config_info': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/statistics': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/workers': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/about': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/version': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/isolate': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /judge0/license': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'POST /judge0/authenticate': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'POST /judge0/authorize': admins(200),
  'POST /api/v1/runs/:token/stop': { nobody: 401, student: 404, admin: 404, expired: 401 },
  'GET /api/v1/runs': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/runs/availability': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/programs/drafts': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'PUT /api/v1/programs/drafts/:part': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'POST /api/v1/programs/versions': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'GET /api/v1/programs/versions': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/programs/versions/:versionId': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'PUT /api/v1/programs/versions/:versionId': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'GET /api/v1/auth/getall': admins(200),
  'GET /api/v1/students': admins(200),
  'GET /api/v1/students/:rollNumber': admins(404),
  'PUT /api/v1/students/:rollNumber': admins(400),
  'PUT /api/v1/students/:rollNumber/disabled': admins(400),
  'POST /api/v1/students/:rollNumber/password': admins(404),
  'POST /api/v1/students/preview': admins(400),
  'POST /api/v1/auth/uploadall': admins(400),
  'GET /api/v1/student-imports/:importId': admins(400),
  'POST /api/v1/student-imports/:importId/cancel': admins(400),
  'GET /api/v1/students/:rollNumber/work': admins(404),
  'GET /api/v1/admin-counts': admins(200),
  'GET /api/v1/assignments/:id/tests': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'PUT /api/v1/assignments/:id/tests': admins(400),
  'POST /api/v1/assignments/:id/tests/run': admins(400),
  'POST /api/v1/assignments/:id/tests/marks': admins(400),
  'GET /api/v1/hand-ins/:handInId/tests': { nobody: 401, student: 400, admin: 400, expired: 401 },
  'GET /api/v1/audience-choices': admins(200),
  'POST /v1/storage/buckets/:bucketId/files': {
    nobody: 401,
    student: 404,
    admin: 404,
    expired: 401,
  },
  'GET /v1/storage/buckets/:bucketId/files': {
    nobody: 401,
    student: 404,
    admin: 404,
    expired: 401,
  },
  'GET /v1/storage/buckets/:bucketId/files/:fileId': {
    nobody: 401,
    student: 404,
    admin: 404,
    expired: 401,
  },
  'DELETE /v1/storage/buckets/:bucketId/files/:fileId': {
    nobody: 401,
    student: 404,
    admin: 404,
    expired: 401,
  },
  // Of a bucket that is there, these need a token or a signed link; the feature's own tests show it.
  'GET /v1/storage/buckets/:bucketId/files/:fileId/download': {
    nobody: 404,
    student: 404,
    admin: 404,
    expired: 404,
  },
  'GET /v1/storage/buckets/:bucketId/files/:fileId/view': {
    nobody: 404,
    student: 404,
    admin: 404,
    expired: 404,
  },
  'POST /api/v1/auth/quiz/:uniqueId': { nobody: 401, student: 400, admin: 403, expired: 401 },
  'PUT /api/v1/auth/quiz/:uniqueId/answers': {
    nobody: 401,
    student: 400,
    admin: 403,
    expired: 401,
  },
  'POST /api/v1/auth/quiz/:uniqueId/submit': {
    nobody: 401,
    student: 400,
    admin: 403,
    expired: 401,
  },
  'GET /api/v1/auth/quiz/:uniqueId/status/:userId': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'GET /api/v1/auth/quiz/:uniqueId/result': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'POST /api/v1/auth/quiz/:uniqueId/feedback': {
    nobody: 401,
    student: 400,
    admin: 403,
    expired: 401,
  },
  'POST /api/v1/auth/quiz/:uniqueId/steps': {
    nobody: 401,
    student: 400,
    admin: 403,
    expired: 401,
  },
  'GET /api/v1/auth/quiz/:uniqueId/events': {
    nobody: 401,
    student: 400,
    admin: 400,
    expired: 401,
  },
  'POST /api/v1/auth/quiz/:uniqueId/extensions': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/reopen': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/end': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/announcements': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/timeline': admins(400),
  'POST /api/v1/auth/create-assignment': admins(400),
  'GET /api/v1/auth/getallassignments': { nobody: 401, student: 200, admin: 200, expired: 401 },
  'GET /api/v1/assignments/totals': admins(200),
  'GET /api/v1/assignments/:id': { nobody: 401, student: 404, admin: 404, expired: 401 },
  'GET /api/v1/assignments/:id/text.md': { nobody: 401, student: 401, admin: 401, expired: 401 },
  'PUT /api/v1/assignments/:id': admins(400),
  'POST /api/v1/assignments/:id/status': admins(400),
  'POST /api/v1/assignments/:id/hand-ins': { nobody: 401, student: 400, admin: 403, expired: 401 },
  'GET /api/v1/assignments/:id/hand-ins': admins(404),
  'GET /api/v1/assignments/:id/hand-ins/:studentId': admins(404),
  'PUT /api/v1/hand-ins/:handInId/mark': admins(400),
  'GET /api/v1/assignments/:id/hand-ins.zip': admins(404),
  'GET /api/v1/installation': { nobody: 200, student: 200, admin: 200, expired: 200 },
};

// The few addresses that are no endpoint of the contract, each tested beside the code that serves it.
const plainAddresses =
  /^(\/healthz|\/readyz|\/metrics|\/docs(\/.*)?|\/judge0\/\*|\/v1\/\*|\/api\/v1\/runs\/live|\/?\*)$/;

const endpoints = new Map<string, Endpoint>();
const plain = new Set<string>();
let server: TestApp;

beforeAll(async () => {
  server = await makeTestApp({
    onRoute: ({ method, url, config }) => {
      if (config?.endpoint) endpoints.set(`${config.endpoint.method} ${url}`, config.endpoint);
      else if (method !== 'OPTIONS') plain.add(url);
    },
  });
});
afterAll(() => server.close());

test('every endpoint that is served has a row, and every row an endpoint', () => {
  expect([...endpoints.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
});

test('nothing is served beside the contract but the addresses known here', () => {
  expect([...plain].filter((url) => !plainAddresses.test(url))).toEqual([]);
});

describe.each(Object.entries(expected))('%s', (name, row) => {
  const [, path = ''] = name.split(' ');

  // A person of its own for each call, since some calls end the session that makes them.
  test.each([
    ['nobody', row.nobody, async () => ({})],
    ['a student', row.student, async () => (await makeStudent(server.pool)).headers],
    ['an admin', row.admin, async () => (await makeAdmin(server.pool)).headers],
    [
      'an expired token',
      row.expired,
      async () => (await makeStudentWithExpiredToken(server.pool)).headers,
    ],
  ])('as %s: %i', async (_caller, status, makeHeaders) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`${name} is not served`);
    const reply = await server.app.inject({
      method: endpoint.method,
      url: path.replaceAll(/:\w+/g, 'none'),
      headers: await makeHeaders(),
      ...(endpoint.method !== 'GET' && { payload: {} }),
    });
    expect(reply.statusCode).toBe(status);
  });
});
