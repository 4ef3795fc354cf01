import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import {
  type MadePerson,
  makeAdmin,
  makeListedStudent,
  makeStudent,
} from '../testing/acts/make.ts';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const LINK = '/api/v1/calendar-link';
const from = '2027-01-11T04:30:00.000Z';
const to = '2027-01-11T06:30:00.000Z';
const forOne = ({ id }: MadePerson) => openSettings({ everyone: false, rollNumbers: [id] });

async function makeLink({ headers }: MadePerson): Promise<string> {
  const reply = await server.app.inject({ method: 'POST', url: LINK, headers });
  expect(reply.statusCode).toBe(201);
  return reply.json().data.path;
}

/** Calendar programs send no token; the address is the secret. */
const fetchCalendar = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: 'labs.example', ...headers } });

async function readEvents(url: string) {
  const reply = await fetchCalendar(url);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(reply.body));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '');
    return {
      uid: event.uid,
      title: event.summary,
      startsAt: text('dtstart'),
      endsAt: text('dtend'),
      sequence: event.sequence,
      status: text('status'),
      url: text('url'),
    };
  });
}

const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, headers: admin.headers, payload });

async function makeAssignment(audience: object, dueAt: string | null) {
  const payload = {
    assignment: 'Add; multiply, and\nsay so.',
    title: 'Sums; more',
    status: 'Pending',
  };
  const made = await post('/api/v1/auth/create-assignment', { ...payload, audience, dueAt });
  return String(made.json().data.id);
}

test('a student’s tests and due times come at their secret address, in UTC', async () => {
  const student = await makeStudent(server.pool);
  const settings = forOne(student);
  const details = { topic: 'Queues, heaps', startTime: from, endTime: to };
  const quizId = await makeQuiz(server.app, admin, { settings, formDetails: details });
  const assignmentId = await makeAssignment(settings.audience, '2027-02-01T18:00');
  await makeAssignment(settings.audience, null);
  expect(await readEvents(await makeLink(student))).toEqual([
    {
      uid: `quiz-${quizId}@v-labs`,
      title: 'Test: Queues, heaps',
      startsAt: '2027-01-11T04:30:00Z',
      endsAt: '2027-01-11T06:30:00Z',
      sequence: 0,
      status: 'CONFIRMED',
      url: 'http://labs.example/tests',
    },
    {
      uid: `assignment-${assignmentId}@v-labs`,
      title: 'Due: Sums; more',
      startsAt: '2027-02-01T12:30:00Z',
      endsAt: '',
      sequence: 0,
      status: 'CONFIRMED',
      url: `http://labs.example/assignments/${assignmentId}`,
    },
  ]);
});

test('a change keeps the event and raises its sequence; extra time moves the end of one student', async () => {
  const student = await makeStudent(server.pool);
  const settings = forOne(student);
  const formDetails = { topic: 'Trees', startTime: from, endTime: to };
  const quizId = await makeQuiz(server.app, admin, { settings, formDetails });
  const link = await makeLink(student);
  const extension = { userIds: [student.id], minutes: 30, reason: 'Reads slowly' };
  expect((await callsOn(server, quizId, admin).post('/extensions', extension)).statusCode).toBe(
    200,
  );
  expect(await readEvents(link)).toMatchObject([
    { uid: `quiz-${quizId}@v-labs`, endsAt: '2027-01-11T07:00:00Z', sequence: 1 },
  ]);
});

test('what was withdrawn is cancelled for those who had it, and for nobody else', async () => {
  const [student, other] = [
    await makeListedStudent(server.pool, { course: 'CSE' }),
    await makeListedStudent(server.pool, { course: 'IT' }),
  ];
  const settings = forOne(student);
  const formDetails = { topic: 'Graphs', startTime: from, endTime: to };
  const quizId = await makeQuiz(server.app, admin, { settings, formDetails });
  const assignmentId = await makeAssignment(settings.audience, '2027-02-01T18:00');
  await post(`/api/v1/auth/quiz/${quizId}/status`, { status: 'draft' });
  await post(`/api/v1/assignments/${assignmentId}/status`, { status: 'withdrawn' });
  expect(await readEvents(await makeLink(student))).toMatchObject([
    { uid: `quiz-${quizId}@v-labs`, status: 'CANCELLED', sequence: 1 },
    { uid: `assignment-${assignmentId}@v-labs`, status: 'CANCELLED', sequence: 1 },
  ]);
  expect(await readEvents(await makeLink(other))).toEqual([]);
  await post(`/api/v1/auth/quiz/${quizId}/status`, { status: 'published' });
  expect((await readEvents(await makeLink(student)))[0]).toMatchObject({
    status: 'CONFIRMED',
    sequence: 2,
  });
});

test('a new link ends the one before, and one that is ended opens nothing', async () => {
  const student = await makeStudent(server.pool);
  const { headers } = student;
  expect((await server.app.inject({ url: LINK, headers })).json().data).toEqual({
    createdAt: null,
  });
  const [first, second] = [await makeLink(student), await makeLink(student)];
  expect((await fetchCalendar(first)).statusCode).toBe(404);
  expect((await fetchCalendar(second)).statusCode).toBe(200);
  expect((await server.app.inject({ url: LINK, headers })).json().data.createdAt).not.toBeNull();
  await server.app.inject({ method: 'DELETE', url: LINK, headers });
  expect((await fetchCalendar(second)).statusCode).toBe(404);
});

test('the token of a session opens no calendar, and a disabled account’s calendar is closed', async () => {
  const student = await makeStudent(server.pool);
  const link = await makeLink(student);
  expect((await fetchCalendar(`/api/v1/calendar/${student.token}/v-labs.ics`)).statusCode).toBe(
    404,
  );
  await server.app.inject({
    method: 'PUT',
    url: `/api/v1/students/${student.id}/disabled`,
    headers: admin.headers,
    payload: { disabled: true },
  });
  expect((await fetchCalendar(link)).statusCode).toBe(404);
});

test('what has not changed is not sent again, and no shared cache keeps it', async () => {
  const student = await makeStudent(server.pool);
  const link = await makeLink(student);
  const reply = await fetchCalendar(link);
  const tag = String(reply.headers['etag']);
  expect(reply.headers['cache-control']).toBe('private, no-cache');
  const again = await fetchCalendar(link, { 'if-none-match': `"other", W/${tag}` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await makeAssignment(forOne(student).audience, '2027-02-01T18:00');
  expect((await fetchCalendar(link, { 'if-none-match': tag })).statusCode).toBe(200);
});

test('who asks for one calendar without a pause is told to wait', async () => {
  const link = await makeLink(await makeStudent(server.pool));
  for (let call = 0; call < 30; call++) {
    expect((await fetchCalendar(link)).statusCode).toBe(200);
  }
  const refused = await fetchCalendar(`${link}?again`);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const token = link.split('/').at(-2) ?? '';
  const spelled = link.replace(token, `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`);
  expect(spelled).not.toBe(link);
  for (const other of [spelled, `${link}/`]) {
    expect((await fetchCalendar(other)).statusCode).toBe(429);
  }
});

function guess(call: number) {
  return server.app.inject({
    url: `/api/v1/calendar/guess-${call}/v-labs.ics`,
    remoteAddress: `2001:db8:7:7::${call.toString(16)}`,
  });
}

test('wrong addresses are counted for a network, whatever address each call comes from', async () => {
  for (let call = 1; call <= 300; call++) expect((await guess(call)).statusCode).toBe(404);
  expect((await guess(301)).statusCode).toBe(429);
});
