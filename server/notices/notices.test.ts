import { type IncomingMessage, get } from 'node:http';
import type { Notice } from '@vlabs/contract/notices/notices';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { makeQuiz, writeQuizForm } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';
import { HANG_MS } from '../../runner/testing/patience.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = new TestClock();
let listening: string;
let student: MadePerson;
let course: string;
let courses = 0;

const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  clock.set(Date.now());
  courses += 1;
  course = `Course ${courses}`;
  student = await makeListedStudent(server.pool, { course });
});

const post = (url: string, payload: object, { headers } = admin, method: 'POST' | 'PUT' = 'POST') =>
  server.app.inject({ method, url: `/api/v1${url}`, headers, payload });
const forCourse = (name = course) => ({ everyone: false, courses: [name] });
const settings = (name = course, opens: 'at_once' | 'at_end' | 'never' = 'at_once') => ({
  audience: forCourse(name),
  scoreOpens: opens,
  answersOpen: opens === 'never' ? ('never' as const) : ('at_end' as const),
  shuffleQuestions: false,
  shuffleOptions: false,
});
const soon = (hours: number) => new Date(clock.nowMs() + hours * HOUR_MS).toISOString();

async function list({ headers } = student): Promise<{ notices: Notice[]; unread: number }> {
  const reply = await server.app.inject({ url: '/api/v1/notices', headers });
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}

const kindsOf = async (person = student) =>
  (await list(person)).notices.map(({ kind, title }) => `${kind}: ${title}`);

const news = async () => (await kindsOf()).filter((kind) => !kind.startsWith('new_test'));

async function makeAssignment(audience: object, changes: object = {}) {
  const payload = { assignment: 'Add two numbers.', title: 'Sums', status: 'Pending' };
  const made = await post('/auth/create-assignment', { ...payload, audience, ...changes });
  expect(made.statusCode).toBe(201);
  return String(made.json().data.id);
}

test('a new test and a new assignment notify their audience', async () => {
  const other = await makeListedStudent(server.pool, { course: 'Another course' });
  const quizId = await makeQuiz(server.app, admin, { settings: settings() });
  const assignmentId = await makeAssignment(forCourse(), { dueAt: '2030-01-02T10:30' });
  const { notices, unread } = await list();
  expect(unread).toBe(2);
  expect(notices).toMatchObject([
    {
      kind: 'new_assignment',
      workId: assignmentId,
      title: 'Sums',
      endsAt: '2030-01-02T05:00:00.000Z',
      isRead: false,
    },
    { kind: 'new_test', workId: quizId, title: 'Stacks' },
  ]);
  expect(await kindsOf(other)).toEqual([]);
});

test('a draft is told to nobody until it is published', async () => {
  const quizId = await makeQuiz(server.app, admin, { status: 'draft', settings: settings() });
  expect(await kindsOf()).toEqual([]);
  await post(`/auth/quiz/${quizId}/status`, { status: 'published' });
  expect(await kindsOf()).toEqual(['new_test: Stacks']);
});

test('other times are told with those that held before', async () => {
  const id = await makeAssignment(forCourse(), { dueAt: '2030-01-02T10:30' });
  const text = { title: 'Sums', text: 'Add two numbers.', audience: forCourse() };
  await post(`/assignments/${id}`, { ...text, dueAt: '2030-01-03T10:30' }, admin, 'PUT');
  expect((await list()).notices[0]).toMatchObject({
    kind: 'assignment_due',
    endsAt: '2030-01-03T05:00:00.000Z',
    wasEndsAt: '2030-01-02T05:00:00.000Z',
  });
  const quiz = writeQuizForm({ settings: settings() });
  await post('/auth/quizData', quiz);
  const { unique_id, ...form } = quiz;
  const formDetails = { ...form.formDetails, endTime: soon(48) };
  await post(`/auth/quiz/${unique_id}`, { ...form, formDetails }, admin, 'PUT');
  expect((await list()).notices[0]).toMatchObject({ kind: 'test_times', endsAt: soon(48) });
});

test('what is withdrawn is told to those who had it; what its draft says later, to nobody', async () => {
  const quiz = writeQuizForm({ settings: settings() });
  await post('/auth/quizData', quiz);
  await post(`/auth/quiz/${quiz.unique_id}/status`, { status: 'draft' });
  const newcomer = await makeListedStudent(server.pool, { course: 'A secret course' });
  const { unique_id, ...form } = quiz;
  const changed = {
    ...form,
    formDetails: { ...form.formDetails, topic: 'A secret topic' },
    settings: settings('A secret course'),
  };
  expect((await post(`/auth/quiz/${unique_id}`, changed, admin, 'PUT')).statusCode).toBe(200);
  expect(await kindsOf()).toEqual(['test_withdrawn: Stacks']);
  expect(await kindsOf(newcomer)).toEqual([]);
});

test('an audience that changes takes its notices along', async () => {
  const newcomer = await makeListedStudent(server.pool, { course: `${course} B` });
  const id = await makeAssignment(forCourse());
  expect(await kindsOf(newcomer)).toEqual([]);
  const text = { title: 'Sums', text: 'Add two numbers.', dueAt: null };
  const audience = forCourse(`${course} B`);
  await post(`/assignments/${id}`, { ...text, audience }, admin, 'PUT');
  expect(await kindsOf(newcomer)).toEqual(['new_assignment: Sums']);
  expect(await kindsOf()).toEqual([]);
});

test('marks with their comment are told, and told again when they change', async () => {
  const id = await makeAssignment(forCourse());
  const handed = await post(`/assignments/${id}/hand-ins`, { kind: 'text', text: '3' }, student);
  const { handInId } = handed.json().data;
  await post(`/hand-ins/${handInId}/mark`, { marks: 7, comment: 'Good' }, admin, 'PUT');
  const [marks] = (await list()).notices;
  expect(marks).toMatchObject({ kind: 'marks', marks: 7, maxMarks: 100, text: 'Good', workId: id });
  await post('/notices/read', { names: [marks?.name] }, student);
  expect((await list()).notices[0]).toMatchObject({ isRead: true });
  await post(
    `/hand-ins/${handInId}/mark`,
    { marks: 9, comment: 'Good', markVersion: 1 },
    admin,
    'PUT',
  );
  expect((await list()).notices[0]).toMatchObject({ kind: 'marks', marks: 9, isRead: false });
  await post(
    `/hand-ins/${handInId}/mark`,
    { marks: null, comment: '', markVersion: 2 },
    admin,
    'PUT',
  );
  expect(await kindsOf()).toEqual(['new_assignment: Sums']);
});

test('a result is told when it opens, and right answers when they do', async () => {
  const times = { startTime: soon(-1), endTime: soon(24) };
  const quizIds = [];
  for (const opens of ['at_end', 'at_once', 'never'] as const) {
    const formDetails = { ...times, topic: opens };
    const quizId = await makeQuiz(server.app, admin, {
      settings: settings(course, opens),
      formDetails,
    });
    const calls = callsOn(server, quizId, student);
    await calls.start();
    expect((await calls.submit({ 1: '2' })).statusCode).toBe(200);
    quizIds.push(quizId);
  }
  expect(await news()).toEqual([]);
  clock.pass(DAY_MS + HOUR_MS);
  expect((await news()).toSorted()).toEqual(['answers: at_once', 'result: at_end']);
  const [atEnd] = quizIds;
  const result = (await list()).notices.find(({ kind }) => kind === 'result');
  expect([result?.workId, result?.at]).toEqual([atEnd, times.endTime]);
});

test('a score that the server counted is told at once', async () => {
  const formDetails = { startTime: soon(-1), endTime: soon(1) };
  const quizId = await makeQuiz(server.app, admin, { settings: settings(), formDetails });
  await callsOn(server, quizId, student).start();
  clock.pass(HOUR_MS + 2 * 60_000);
  const submitted = await callsOn(server, quizId, student).result();
  expect(submitted.json().data.submittedBy).toBe('server');
  expect((await kindsOf()).toSorted()).toEqual([
    'answers: Stacks',
    'new_test: Stacks',
    'result: Stacks',
  ]);
});

/** Creates a quiz whose key is corrected after the student's submission. */
async function makeCorrected(opens: 'at_once' | 'never') {
  const quizId = await makeQuiz(server.app, admin, { settings: settings(course, opens) });
  const calls = callsOn(server, quizId, student);
  await calls.start();
  await calls.submit({ 1: '1' });
  clock.pass(60_000);
  const key = { marking: 'by_key', right: ['1'] };
  const correction = { number: 1, key, keyVersion: 0, reason: 'The key was wrong' };
  const corrected = await callsOn(server, quizId, admin).post('/key-corrections', correction);
  expect(corrected.statusCode).toBe(200);
  return quizId;
}

test('a correction of a key is told to who had submitted, once their score can be seen', async () => {
  const shown = await makeCorrected('at_once');
  await makeCorrected('never');
  const { notices } = await list();
  const corrections = notices.filter(({ kind }) => kind === 'correction');
  expect(corrections.map(({ workId }) => workId)).toEqual([shown]);
});

test('extra time notifies its recipients, an announcement those who have started', async () => {
  const neighbour = await makeListedStudent(server.pool, { course });
  const quizId = await makeQuiz(server.app, admin, { settings: settings() });
  const grant = { userIds: [student.id], minutes: 10, reason: 'Scribe' };
  await callsOn(server, quizId, admin).post('/extensions', grant);
  await callsOn(server, quizId, neighbour).start();
  await callsOn(server, quizId, admin).post('/announcements', { text: 'Question 2: read “pop”.' });
  expect((await kindsOf()).toSorted()).toEqual(['more_time: Stacks', 'new_test: Stacks']);
  const announced = (await list(neighbour)).notices.find(({ kind }) => kind === 'announcement');
  expect(announced?.text).toBe('Question 2: read “pop”.');
  expect((await kindsOf(neighbour)).toSorted()).toEqual([
    'announcement: Stacks',
    'new_test: Stacks',
  ]);
});

test('all that is shown can be read at once, and only what one has', async () => {
  await makeAssignment(forCourse());
  await makeQuiz(server.app, admin, { settings: settings() });
  const names = (await list()).notices.map(({ name }) => name);
  expect((await post('/notices/read', { names: ['change 999999'] }, student)).json().data).toEqual({
    unread: 2,
  });
  expect((await post('/notices/read', { names }, student)).json().data).toEqual({ unread: 0 });
  await makeAssignment(forCourse());
  expect((await list()).unread).toBe(1);
  const read = await server.pool.query('select notice from notice_reads where person_id = $1', [
    student.id,
  ]);
  expect(read.rowCount).toBe(2);
});

test('what changed longer ago than 60 days is not told any more', async () => {
  await makeAssignment(forCourse());
  clock.pass(61 * DAY_MS);
  expect(await kindsOf()).toEqual([]);
});

/** Reads server-sent events as a browser does. */
async function follow(person: MadePerson, since: string) {
  const url = `${listening}/api/v1/notices/events?since=${since}`;
  const request = get(url, { headers: person.headers });
  const reply = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  expect(reply.headers['content-type']).toContain('text/event-stream');
  let looks = 0;
  reply.setEncoding('utf8').on('data', (text: string) => {
    looks += text.split('event: look\n').length - 1;
  });
  return { countLooks: () => looks, close: () => request.destroy() };
}

const TIMEOUT = { timeout: HANG_MS, interval: 20 };
const FAR = '2100-01-01T00:00:00.000Z';

test('an open page is told to look when something is new', async () => {
  const page = await follow(student, FAR);
  await makeQuiz(server.app, admin, { settings: settings() });
  await vi.waitFor(() => expect(page.countLooks()).toBeGreaterThan(0), TIMEOUT);
  page.close();
});

test('a page that missed something before its line was open is told at once', async () => {
  const page = await follow(student, new Date(0).toISOString());
  await vi.waitFor(() => expect(page.countLooks()).toBeGreaterThan(0), TIMEOUT);
  page.close();
});
