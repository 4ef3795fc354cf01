import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { describe, expect, test } from 'vitest';
import {
  type Row,
  auditRows,
  classRows,
  insightRows,
  recordRows,
  keyCorrectionRows,
  newsRows,
  privacyRows,
  studentRows,
} from './testing/database/access-rows.ts';
import {
  makeAdmin,
  makeGuest,
  makeStudent,
  makeStudentWithExpiredToken,
} from './testing/acts/make.ts';
import { setUpServer } from './testing/server.setup.ts';

const statuses = (nobody: number, [guest, student, admin]: [number, number, number]): Row => ({
  nobody,
  guest,
  student,
  admin,
  expired: nobody,
});
const admins = (status: number) => statuses(401, [403, 403, status]);
const students = (status: number) => statuses(401, [403, status, 403]);
/** Students and admins. */
const signedIn = (status: number) => statuses(401, [403, status, status]);
const orGuests = (status: number) => statuses(401, [status, status, status]);
const anyone = (status: number) => statuses(status, [status, status, status]);

// A 400 means that the caller has access and the input is missing.
const expected: Record<string, Row> = {
  ...auditRows,
  ...classRows,
  ...insightRows,
  ...recordRows,
  ...keyCorrectionRows,
  ...newsRows,
  ...privacyRows,
  ...studentRows,
  'POST /api/v1/auth/login': anyone(400),
  'POST /api/v1/auth/register': anyone(400),
  'POST /api/v1/auth/reset-links': anyone(400),
  'POST /api/v1/auth/password-resets': anyone(400),
  'GET /api/v1/auth/email': orGuests(200),
  'POST /api/v1/auth/email/verification': orGuests(409),
  'PUT /api/v1/auth/email': orGuests(400),
  'POST /api/v1/auth/email/confirmations': anyone(400),
  'GET /api/v1/auth/second-step': orGuests(200),
  'POST /api/v1/auth/passkey-challenges': anyone(200),
  'POST /api/v1/auth/passkey-login': anyone(400),
  'POST /api/v1/auth/passkey-proofs': orGuests(200),
  'POST /api/v1/auth/passkeys/new': orGuests(400),
  'POST /api/v1/auth/passkeys': orGuests(400),
  'PUT /api/v1/auth/passkeys/:passkeyId': orGuests(400),
  'POST /api/v1/auth/passkeys/:passkeyId/removal': orGuests(400),
  'POST /api/v1/auth/authenticator': orGuests(400),
  'POST /api/v1/auth/authenticator/confirmation': orGuests(400),
  'POST /api/v1/auth/authenticator/removal': orGuests(400),
  'POST /api/v1/auth/recovery-codes': orGuests(400),
  'GET /api/v1/notices/digest': students(200),
  'PUT /api/v1/notices/digest': students(400),
  'POST /stop-digest': anyone(400),
  'POST /api/v1/auth/logout': orGuests(200),
  'POST /api/v1/auth/leave': orGuests(200),
  'GET /api/v1/auth/user-auth': orGuests(200),
  'GET /api/v1/auth/admin-auth': admins(200),
  'GET /api/v1/auth/account': orGuests(200),
  'PUT /api/v1/auth/password': orGuests(400),
  'GET /api/v1/auth/sessions': orGuests(200),
  'DELETE /api/v1/auth/sessions/:sessionId': orGuests(400),
  'POST /api/v1/auth/quizData': admins(400),
  'GET /api/v1/auth/getQuizData': signedIn(200),
  'GET /api/v1/quizzes': admins(200),
  'POST /api/v1/auth/quiz/:uniqueId/status': admins(400),
  'PUT /api/v1/auth/quiz/:uniqueId': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/copy': admins(400),
  'DELETE /api/v1/auth/quiz/:uniqueId': admins(400),
  'POST /api/v1/auth/quiz/program-checks': admins(400),
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
  'PUT /api/v1/questions/:questionId/shared': admins(400),
  'DELETE /api/v1/questions/:questionId': admins(400),
  'POST /judge0/submissions': orGuests(422),
  'GET /judge0/submissions/:token': orGuests(404),
  'GET /judge0/languages': orGuests(200),
  'GET /judge0/statuses': orGuests(200),
  'GET /judge0': anyone(200),
  'GET /judge0/submissions': orGuests(200),
  'DELETE /judge0/submissions/:token': admins(400),
  'POST /judge0/submissions/batch': orGuests(400),
  'GET /judge0/submissions/batch': orGuests(400),
  'GET /judge0/languages/all': signedIn(200),
  'GET /judge0/languages/:languageId': orGuests(404),
  'GET /judge0/system_info': signedIn(200),
  'GET /judge0/config_info': signedIn(200),
  'GET /judge0/statistics': signedIn(200),
  'GET /judge0/workers': signedIn(200),
  'GET /judge0/about': signedIn(200),
  'GET /judge0/version': signedIn(200),
  'GET /judge0/isolate': signedIn(200),
  'GET /judge0/license': signedIn(200),
  'POST /judge0/authenticate': signedIn(200),
  'POST /judge0/authorize': admins(200),
  'POST /api/v1/runs/:token/stop': orGuests(404),
  'GET /api/v1/runs/:token/steps': orGuests(400),
  'POST /api/v1/stepped-examples': orGuests(400),
  'PUT /api/v1/runs/:token/question': orGuests(400),
  'GET /api/v1/students/:rollNumber/steps/:token': admins(400),
  'GET /api/v1/runs': orGuests(200),
  'GET /api/v1/runs/availability': orGuests(200),
  'GET /api/v1/programs/drafts': orGuests(200),
  'PUT /api/v1/programs/drafts/:part': orGuests(400),
  'POST /api/v1/programs/versions': orGuests(400),
  'GET /api/v1/programs/versions': orGuests(200),
  'GET /api/v1/programs/versions/:versionId': orGuests(400),
  'PUT /api/v1/programs/versions/:versionId': orGuests(400),
  'GET /api/v1/auth/getall': admins(200),
  'GET /api/v1/students': admins(200),
  'GET /api/v1/students/:rollNumber': admins(404),
  'PUT /api/v1/students/:rollNumber': admins(400),
  'PUT /api/v1/students/:rollNumber/disabled': admins(400),
  'POST /api/v1/students/:rollNumber/password': admins(404),
  'POST /api/v1/students/confirm': admins(400),
  'POST /api/v1/students/codes': admins(400),
  'DELETE /api/v1/students/:rollNumber': admins(404),
  'POST /api/v1/students/preview': admins(400),
  'POST /api/v1/auth/uploadall': admins(400),
  'GET /api/v1/student-imports/:importId': admins(400),
  'POST /api/v1/student-imports/:importId/preview': admins(400),
  'POST /api/v1/student-imports/:importId/apply': admins(400),
  'POST /api/v1/student-imports/:importId/cancel': admins(400),
  'GET /api/v1/tasks/:kind/:id/events': signedIn(400),
  'GET /api/v1/students/:rollNumber/work': admins(404),
  'GET /api/v1/students/:rollNumber/as-student': admins(404),
  'GET /api/v1/admin-counts': admins(200),
  'GET /api/v1/first-steps': admins(200),
  'GET /api/v1/assignments/:id/tests': signedIn(400),
  'PUT /api/v1/assignments/:id/tests': admins(400),
  'POST /api/v1/assignments/:id/tests/checks': admins(400),
  'POST /api/v1/assignments/:id/tests/run': admins(400),
  'POST /api/v1/assignments/:id/tests/marks': admins(400),
  'GET /api/v1/hand-ins/:handInId/tests': signedIn(400),
  'GET /api/v1/audience-choices': admins(200),
  'POST /api/v1/audience-reach': admins(400),
  'POST /v1/storage/buckets/:bucketId/files': signedIn(404),
  'GET /v1/storage/buckets/:bucketId/files': signedIn(404),
  'GET /v1/storage/buckets/:bucketId/files/:fileId': signedIn(404),
  'DELETE /v1/storage/buckets/:bucketId/files/:fileId': signedIn(404),
  // For an existing bucket these need a token or a signed link; see the feature's own tests.
  'GET /v1/storage/buckets/:bucketId/files/:fileId/download': anyone(404),
  'GET /v1/storage/buckets/:bucketId/files/:fileId/view': anyone(404),
  'POST /api/v1/auth/quiz/:uniqueId': students(400),
  'PUT /api/v1/auth/quiz/:uniqueId/answers': students(400),
  'POST /api/v1/auth/quiz/:uniqueId/submit': students(400),
  'GET /api/v1/auth/quiz/:uniqueId/status/:userId': signedIn(400),
  'GET /api/v1/auth/quiz/:uniqueId/result': signedIn(400),
  'GET /api/v1/my-data.zip': orGuests(200),
  'GET /api/v1/results': students(200),
  'GET /api/v1/marks': students(200),
  'POST /api/v1/auth/quiz/:uniqueId/feedback': students(400),
  'POST /api/v1/auth/quiz/:uniqueId/steps': students(400),
  'GET /api/v1/auth/quiz/:uniqueId/events': signedIn(400),
  'POST /api/v1/auth/quiz/:uniqueId/extensions': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/reopen': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/end': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/announcements': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/progress': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/timeline': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/programs': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/attempts/:userId/programs/:number/writing': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/attempts/:userId/programs/:number/points': admins(400),
  'GET /api/v1/auth/quiz/:uniqueId/judging': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/judging': admins(400),
  'POST /api/v1/auth/quiz/:uniqueId/key-corrections/judging': admins(400),
  'POST /api/v1/auth/create-assignment': admins(400),
  'GET /api/v1/auth/getallassignments': signedIn(200),
  'GET /api/v1/assignments/totals': admins(200),
  'GET /api/v1/assignments/:id': signedIn(404),
  'GET /api/v1/assignments/:id/text.md': orGuests(401),
  'PUT /api/v1/assignments/:id': admins(400),
  'POST /api/v1/assignments/:id/status': admins(400),
  'POST /api/v1/assignments/:id/shown': admins(400),
  'POST /api/v1/assignments/:id/hand-ins': students(400),
  'GET /api/v1/assignments/:id/hand-ins': admins(404),
  'GET /api/v1/assignments/:id/hand-ins/:studentId': admins(404),
  'PUT /api/v1/hand-ins/:handInId/mark': admins(400),
  'GET /api/v1/assignments/:id/hand-ins.zip': admins(404),
  'GET /api/v1/installation': anyone(200),
  'POST /api/v1/sign-on/begin': anyone(400),
  'GET /api/v1/sign-on/callback': anyone(400),
  'POST /api/v1/sign-on/callback': anyone(400),
  'GET /api/v1/sign-on/metadata': anyone(404),
  'POST /api/v1/sign-on/finish': anyone(400),
  'POST /api/v1/sign-on/links': orGuests(400),
  'POST /api/v1/sign-on/links/finish': orGuests(400),
  'GET /api/v1/sign-on/identities': orGuests(200),
  'DELETE /api/v1/sign-on/identities/:providerId': orGuests(400),
  'GET /api/v1/languages': admins(200),
  'PUT /api/v1/languages/:language': admins(400),
  'GET /api/v1/sign-on/providers': admins(200),
  'POST /api/v1/sign-on/providers': admins(400),
  'PUT /api/v1/sign-on/providers/:providerId': admins(400),
  'DELETE /api/v1/sign-on/providers/:providerId': admins(400),
  'POST /api/v1/sign-on/providers/:providerId/try': admins(400),
  'POST /api/v1/sign-on/tries': admins(400),
  'GET /api/v1/sign-on/people/:personId/identities': admins(200),
  'DELETE /api/v1/sign-on/people/:personId/identities/:providerId': admins(400),
};

// The few addresses outside the contract, each tested next to its code.
const plainAddresses =
  /^(\/healthz|\/readyz|\/metrics|\/docs(\/.*)?|\/judge0\/\*|\/v1\/\*|\/api\/v1\/runs\/live|\/?\*)$/;

const endpoints = new Map<string, Endpoint>();
const plain = new Set<string>();

const server = setUpServer({
  onRoute: ({ method, url, config }) => {
    if (config?.endpoint) endpoints.set(`${config.endpoint.method} ${url}`, config.endpoint);
    else if (method !== 'OPTIONS') plain.add(url);
  },
});

test('every endpoint that is served has a row, and every row an endpoint', () => {
  expect([...endpoints.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
});

test('nothing is served outside the contract but the addresses known here', () => {
  expect([...plain].filter((url) => !plainAddresses.test(url))).toEqual([]);
});

describe.each(Object.entries(expected))('%s', (name, row) => {
  const [, path = ''] = name.split(' ');

  // A new person per call, because some calls end the caller's session.
  test.each([
    ['nobody', row.nobody, async () => ({})],
    ['a guest', row.guest, async () => (await makeGuest(server.pool)).headers],
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
