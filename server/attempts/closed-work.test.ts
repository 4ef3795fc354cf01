import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { beforeEach, expect, test } from 'vitest';
import { EVERYONE } from '@vlabs/contract/students/audience';
import { makeClass } from '../testing/acts/make-class.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { makeQuestion, makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { mixedSettings } from '../testing/acts/mixed-quiz.ts';
import { program } from '../testing/acts/program-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';

const HOUR_MS = 3_600_000;
const clock = new TestClock();
const HOST = 'lab.example.edu';
/** The reads that a test closes to students, and all addresses that can be read. */
const closed: Endpoint[] = [];
const reads: string[] = [];
const server = setUpServer({
  clock,
  onRoute: ({ method, config }) => {
    const endpoint = config?.endpoint;
    if (method !== 'GET' || !endpoint) return;
    reads.push(endpoint.path);
    const isForStudents = endpoint.access !== 'anyone' && endpoint.access.includes('student');
    if (isForStudents && endpoint.openDuringTests === undefined) closed.push(endpoint);
  },
});
const admin = beforeTests(() => makeAdmin(server.pool));
beforeEach(() => clock.set(Date.now()));

const quiz = (closesWork: boolean) =>
  makeQuiz(server.app, admin, {
    formDetails: { topic: 'Pointers' },
    settings: { ...mixedSettings, closesWork },
  });

const ask = (person: MadePerson, url: string) =>
  server.app.inject({ method: 'GET', url, headers: person.headers });
/** Assignments, versions, runs and the download of everything, which every student has. */
const LISTS = [
  '/api/v1/auth/getallassignments',
  '/api/v1/programs/versions',
  '/api/v1/runs',
  '/judge0/submissions',
  '/api/v1/my-data.zip',
];
const statusesOf = async (person: MadePerson) =>
  Promise.all(LISTS.map(async (url) => (await ask(person, url)).statusCode));
const OPEN = LISTS.map(() => 200);
const CLOSED = LISTS.map(() => 403);

test('assignments and earlier programs close with Start, and open with the submission', async () => {
  const [student, other] = [
    await makeListedStudent(server.pool),
    await makeListedStudent(server.pool),
  ];
  const calls = callsOn(server, await quiz(true), student);
  expect(await statusesOf(student)).toEqual(OPEN);
  await calls.start();
  expect(await statusesOf(student)).toEqual(CLOSED);
  expect(await statusesOf(other)).toEqual(OPEN);
  expect((await ask(student, LISTS[0] ?? '')).json()).toMatchObject({
    code: 'closed_work',
    message:
      'You are taking the test “Pointers”. Assignments and earlier programs open again when you have submitted it.',
  });
  await calls.submit({});
  expect(await statusesOf(student)).toEqual(OPEN);
});

test('in any test, no program is traced', async () => {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, await quiz(false), student);
  const trace = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, headers: student.headers, payload });
  const asked = { source_code: 'pass', language_id: 71, trace: true };
  const all = [
    ['/judge0/submissions', asked],
    ['/judge0/submissions/batch', { submissions: [{ ...asked, trace: false }, asked] }],
  ] as const;
  await calls.start();
  for (const [url, payload] of all) {
    const refused = await trace(url, payload);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain('Programs can be stepped through when you have submitted it.');
  }
  await calls.submit({});
  for (const [url, payload] of all) expect((await trace(url, payload)).statusCode).not.toBe(403);
});

test('no program is traced for an assignment whose teacher or class turned it off', async () => {
  const student = await makeListedStudent(server.pool);
  const { classId } = await makeClass(server.pool, admin);
  const create = async (canStep: boolean, inClass?: string) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/create-assignment',
      headers: admin.headers,
      payload: {
        assignment: 'Sort',
        canStep,
        ...(inClass && { audience: { ...EVERYONE, inClass: { classId: inClass, sections: [] } } }),
      },
    });
    return reply.json().data.id;
  };
  const trace = async (assignment: string) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/judge0/submissions',
      headers: student.headers,
      payload: { source_code: 'pass', language_id: 71, trace: true, assignment },
    });
    return [reply.statusCode, reply.body.includes('turned off stepping')];
  };
  expect(await trace(await create(false))).toEqual([403, true]);
  const inClass = await create(true, classId);
  expect(await trace(inClass)).not.toEqual([403, true]);
  await server.app.inject({
    method: 'PUT',
    url: `/api/v1/classes/${classId}/stepping`,
    headers: admin.headers,
    payload: { canStep: false },
  });
  expect(await trace(inClass)).toEqual([403, true]);
});

test('every call without a reason to be open is closed, and none of the test', async () => {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, await quiz(true), student);
  await calls.start();
  expect(closed.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/v1/assignments/:id', '/api/v1/results', '/api/v1/notices']),
  );
  for (const { path } of closed) {
    const reply = await ask(student, path.replaceAll(/:\w+/g, 'none'));
    expect([path, [400, 403].includes(reply.statusCode)]).toEqual([path, true]);
  }
  expect((await calls.save(1, { 1: '1' })).statusCode).toBe(200);
  expect((await calls.status()).statusCode).toBe(200);
});

/** Streams, which do not end. */
const ENDLESS = /events/;
const MARKER = 'marker7of9';

/** A student with the marker in every store, and the addresses by which it can be read. */
async function plant() {
  const student = await makeListedStudent(server.pool);
  const send = async (person: MadePerson, method: 'POST' | 'PUT', url: string, payload: object) => {
    const headers = { ...person.headers, host: HOST };
    const reply = await server.app.inject({ method, url, headers, payload });
    expect([url, reply.statusCode < 300]).toEqual([url, true]);
    return reply.json();
  };
  const written = { assignment: '', text: `print("${MARKER}")` };
  const draft = { ...written, baseRevision: 0, device: crypto.randomUUID() };
  await send(student, 'PUT', '/api/v1/programs/drafts/71', draft);
  const version = { ...written, languageId: 71, name: 'Mine' };
  const { versionId } = (await send(student, 'POST', '/api/v1/programs/versions', version)).data;
  const run = { source_code: MARKER, stdin: MARKER, language_id: 71 };
  const { token } = await send(student, 'POST', '/judge0/submissions', run);
  const file = { person: student, bucketId: 'submissions', name: 'a.txt', bytes: MARKER } as const;
  const link = await makeStoredFile(server, { ...file, host: HOST });
  const assigned = { assignment: `Add ${MARKER}.`, maxMarks: 10 };
  const made = await send(admin, 'POST', '/api/v1/auth/create-assignment', assigned);
  const { id } = made.data;
  const handIns = `/api/v1/assignments/${id}/hand-ins`;
  const given = await send(student, 'POST', handIns, { kind: 'files', paths: [link] });
  const { handInId } = given.data;
  const mark = { marks: 7, comment: MARKER };
  await send(admin, 'PUT', `/api/v1/hand-ins/${handInId}/mark`, mark);
  const asked = { kind: 'correction', text: `The name is ${MARKER}.` };
  await send(student, 'POST', '/api/v1/my-data-requests', asked);
  const earlier = await makeQuiz(server.app, admin, {
    questions: { 1: { ...makeQuestion('2'), QuestionTitle: MARKER }, 2: makeQuestion('3') },
    settings: mixedSettings,
  });
  const sat = callsOn(server, earlier, student);
  await sat.start();
  await sat.submit({ 1: '2' });
  await sat.post('/feedback', { feedback: MARKER });
  const { versions } = (await ask(student, `${handIns}/${student.id}`)).json().data;
  const [shown] = versions[0].files;
  const listed = (await ask(student, '/api/v1/auth/getallassignments')).json().result;
  const { path } = listed.find((one: { id: string }) => one.id === id);
  const { pathname, search } = new URL(path, `http://${HOST}`);
  const links = [link, shown.path, shown.viewPath].map((one) => new URL(one, `http://${HOST}`));
  const signed = [`${pathname}${search}`, ...links.map((url) => `${url.pathname}${url.search}`)];
  const ids: Record<string, string> = {
    id,
    handInId,
    versionId,
    token,
    uniqueId: earlier,
    studentId: student.id,
    userId: student.id,
    bucketId: 'submissions',
    fileId: links[0]?.pathname.split('/').at(-2) ?? '',
  };
  return { student, signed, ids };
}

test('what a student stored before Start is in no reply during the test, by whatever address', async () => {
  const { student, signed, ids } = await plant();
  const { token, uniqueId } = ids;
  const addresses = [
    ...new Set(reads.filter((path) => !ENDLESS.test(path))),
    '/judge0/submissions/:token',
  ].map((path) => path.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? 'none'));
  const query = `tokens=${token}&userId=${student.id}&fields=source_code,stdin&assignment=`;
  const urls = [...addresses.map((path) => `${path}?${query}`), ...signed];
  const findLeaks = async () => {
    const leaks: string[] = [];
    for (const url of urls) {
      const isSigned = signed.includes(url);
      const headers = { ...(isSigned ? {} : student.headers), host: HOST };
      const reply = await server.app.inject({ method: 'GET', url, headers });
      if (reply.body.includes(MARKER)) leaks.push(url.split('?', 1)[0] ?? url);
    }
    return leaks;
  };
  clock.set(Date.now() + 48 * HOUR_MS);
  const before = await findLeaks();
  expect(before).toEqual(
    expect.arrayContaining([
      `/judge0/submissions/${token}`,
      '/judge0/submissions/batch',
      `/api/v1/auth/quiz/${uniqueId}/result`,
      '/api/v1/marks',
      '/api/v1/notices',
      '/api/v1/my-data-requests',
    ]),
  );
  expect(before.length).toBeGreaterThan(12);
  const startTime = new Date(clock.nowMs() - HOUR_MS).toISOString();
  const endTime = new Date(clock.nowMs() + HOUR_MS).toISOString();
  const now = await makeQuiz(server.app, admin, {
    formDetails: { startTime, endTime },
    settings: { ...mixedSettings, closesWork: true },
  });
  const calls = callsOn(server, now, student);
  expect((await calls.start()).statusCode).toBe(200);
  expect(await findLeaks()).toEqual([]);
  expect((await calls.submit({})).statusCode).toBe(200);
  expect(await findLeaks()).toEqual(before);
});

test('a test that does not close them leaves them open, and so does one whose time is over', async () => {
  const student = await makeListedStudent(server.pool);
  await callsOn(server, await quiz(false), student).start();
  expect(await statusesOf(student)).toEqual(OPEN);
  await callsOn(server, await quiz(true), student).start();
  expect(await statusesOf(student)).toEqual(CLOSED);
  clock.set(Date.now() + 3 * HOUR_MS);
  expect(await statusesOf(student)).toEqual(OPEN);
});

async function settingsOf(quizId: string): Promise<object> {
  const reply = await ask(admin, `/api/v1/quiz-drafts/${quizId}`);
  return reply.json().data.content.settings;
}

test('Rule 11: a test with programs closes earlier work unless the teacher says otherwise', async () => {
  const questions = { 1: program };
  const formDetails = { TotalQuestions: '1', topic: 'Pointers' };
  const withPrograms = (settings: object) =>
    makeQuiz(server.app, admin, {
      status: 'draft',
      formDetails,
      questions,
      settings: { ...mixedSettings, ...settings },
    });
  expect(await settingsOf(await withPrograms({}))).toMatchObject({ closesWork: true });
  // The choice is kept, and not taken for none when the test is changed.
  const open = await withPrograms({ closesWork: false });
  expect(await settingsOf(open)).toMatchObject({ closesWork: false });
});

test('the setting is kept, and a test without it replies as before', async () => {
  expect(await settingsOf(await quiz(true))).toMatchObject({ closesWork: true });
  expect(await settingsOf(await quiz(false))).not.toHaveProperty('closesWork');
});
