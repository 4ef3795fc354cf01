import { type IncomingMessage, get } from 'node:http';
import { promisify } from 'node:util';
import { createParser } from 'eventsource-parser';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/postgres/database.ts';
import { countBlocked, lockAttempts } from '../../testing/database/blocked.queries.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import {
  type MadePerson,
  makeAdmin,
  makeListedStudent,
  makeStudent,
} from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { PATIENTLY } from '../../../runner/testing/patience.ts';

const MINUTE_MS = 60_000;
const LIMIT_MS = 120 * MINUTE_MS;

const clock = new TestClock();
let listening: string;
let student: MadePerson;
let quizId: string;
let startedAtMs: number;

const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  clock.set(Date.now());
  startedAtMs = clock.nowMs();
  student = await makeListedStudent(server.pool, { course: 'MCA', graduationYear: '2027' });
  quizId = await makeQuiz(server.app, admin);
});

const asStudent = () => callsOn(server, quizId, student);
const asAdmin = () => callsOn(server, quizId, admin);
const at = (afterStartMs: number) => new Date(startedAtMs + afterStartMs).toISOString();
const endedTime = async () => (await asStudent().start()).json().data.endedTime;

async function timeline(): Promise<{ step: string; by: string }[]> {
  const reply = await asAdmin().get(`/attempts/${student.id}/timeline`);
  return reply.json().data;
}

/** Reads server-sent events as a browser does. */
async function follow(person: MadePerson, tab = '', base = listening) {
  const url = `${base}/api/v1/auth/quiz/${quizId}/events${tab && `?tab=${tab}`}`;
  const request = get(url, { headers: person.headers });
  const reply = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  expect(reply.headers['content-type']).toContain('text/event-stream');
  const events: { event: string; data: Record<string, unknown> }[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => events.push({ event, data: JSON.parse(data) }),
  });
  reply.setEncoding('utf8').on('data', (chunk: string) => parser.feed(chunk));
  const receive = (event: string) =>
    vi.waitFor(() => {
      const found = events.findLast((received) => received.event === event);
      if (!found) throw new Error(`${event} was not heard.`);
      return found.data;
    }, PATIENTLY);
  return { events, receive, close: () => request.destroy() };
}

test.each([
  ['one student by minutes', () => ({ userIds: [student.id], minutes: 10 }), 10],
  ['one student in another case', () => ({ userIds: [student.id.toLowerCase()], minutes: 10 }), 10],
  ['one student by a factor', () => ({ userIds: [student.id], factor: 1.333 }), 39.96],
  ['all', () => ({ userIds: 'all', minutes: 5 }), 5],
  ['a course', () => ({ courses: ['mca'], minutes: 7 }), 7],
  ['a year', () => ({ years: ['2027'], minutes: 7 }), 7],
  ['another course', () => ({ courses: ['ECE'], minutes: 7 }), 0],
])('extra time for %s', async (_name, grant, expectedMinutes) => {
  expect(await endedTime()).toBe(at(LIMIT_MS));
  const reply = await asAdmin().post('/extensions', { ...grant(), reason: 'Scribe' });
  expect(reply.statusCode).toBe(200);
  const expected = at(LIMIT_MS + expectedMinutes * MINUTE_MS);
  expect(await endedTime()).toBe(expected);
  const moved = { userId: student.id, startedAt: at(0), endedTime: expected };
  expect(reply.json().data).toEqual(expectedMinutes === 0 ? [] : [moved]);
  const lines = (await timeline()).filter(({ step }) => step === 'extension');
  expect(lines).toHaveLength(expectedMinutes === 0 ? 0 : 1);
});

test('extra time that is given before the start holds when they start', async () => {
  const grant = { userIds: [student.id], minutes: 10, reason: 'Scribe' };
  const reply = await asAdmin().post('/extensions', grant);
  expect(reply.json().data).toMatchObject([{ userId: student.id, startedAt: null }]);
  expect(await endedTime()).toBe(at(LIMIT_MS + 10 * MINUTE_MS));
});

test.each([
  [{ userIds: 'all', reason: 'Why' }, 'minutes'],
  [{ userIds: 'all', minutes: 5, factor: 2, reason: 'Why' }, 'minutes'],
  [{ userIds: 'all', minutes: -5, reason: 'Why' }, 'minutes'],
  [{ userIds: [], minutes: 5, reason: 'Why' }, 'userIds'],
  [{ userIds: ['nobody-of-that-name'], minutes: 5, reason: 'Why' }, 'userIds'],
  [{ userIds: 'all', minutes: 5 }, 'reason'],
])('extra time of the form %j is refused', async (grant, field) => {
  const reply = await asAdmin().post('/extensions', grant);
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json().fields)).toContain(field);
});

test('an attempt that was extended is submitted at its new time, not at the old one', async () => {
  await asStudent().start();
  await asStudent().save(1, { 1: '2' });
  await asAdmin().post('/extensions', { userIds: 'all', minutes: 10, reason: 'Power cut' });
  clock.set(startedAtMs + LIMIT_MS + 5 * MINUTE_MS);
  expect((await asStudent().status()).json()).toMatchObject({
    completed: false,
    remainingMs: 5 * MINUTE_MS,
  });
  expect((await asStudent().save(2, { 1: '2', 2: '3' })).statusCode).toBe(200);
  clock.set(startedAtMs + LIMIT_MS + 11 * MINUTE_MS + 1);
  expect((await asStudent().status()).json()).toMatchObject({ completed: true });
  expect((await asStudent().result()).json().data).toMatchObject({
    submittedAt: at(LIMIT_MS + 10 * MINUTE_MS),
    score: 10,
  });
});

test('a submitted attempt is opened again with its answers, for some minutes and with a reason', async () => {
  await asStudent().start();
  const refused = await asAdmin().post('/reopen', { userId: student.id, minutes: 5, reason: 'x' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_submitted']);
  await asStudent().submit({ 1: '2' });
  clock.pass(MINUTE_MS);
  const body = { userId: student.id, minutes: 5, reason: 'Submitted by mistake' };
  expect((await asAdmin().post('/reopen', { ...body, reason: ' ' })).statusCode).toBe(400);
  const reply = await asAdmin().post('/reopen', body);
  expect(reply.json().data).toMatchObject({ userId: student.id, endedTime: at(6 * MINUTE_MS) });
  const { data } = (await asStudent().start()).json();
  expect(data).toMatchObject({ remainingMs: 5 * MINUTE_MS, savedAnswers: { 1: '2' } });
  expect((await asStudent().submit({ 1: '2', 2: '3' })).json().data).toMatchObject({ score: 10 });
  const steps = (await timeline()).map(({ step, by }) => [step, by]);
  expect(steps).toEqual([
    ['start', student.id],
    ['submit', student.id],
    ['reopen', admin.id],
    ['submit', student.id],
  ]);
});

test('an admin ends one attempt, with what is saved', async () => {
  await asStudent().start();
  await asStudent().save(1, { 1: '2' });
  const body = { userId: student.id, reason: 'Left the room' };
  expect((await asAdmin().post('/end', body)).statusCode).toBe(200);
  expect((await asStudent().result()).json().data).toMatchObject({
    submittedBy: 'admin',
    score: 5,
  });
  expect((await asStudent().save(2, { 1: '3' })).json().code).toBe('closed');
  expect((await asAdmin().post('/end', body)).json().code).toBe('already_submitted');
});

test('the list has who has not started, who works and who has submitted', async () => {
  const [working, submitted] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await callsOn(server, quizId, working).start();
  await callsOn(server, quizId, working).save(1, { 1: '1' });
  await callsOn(server, quizId, submitted).start();
  await callsOn(server, quizId, submitted).submit({ 1: '2', 2: '3' });
  const rows: { userId: string }[] = (await asAdmin().get('/attempts')).json().data;
  const rowOf = ({ id }: MadePerson) => rows.find(({ userId }) => userId === id);
  expect(rowOf(student)).toMatchObject({ state: 'not_started', startedAt: null, answered: 0 });
  expect(rowOf(working)).toMatchObject({ state: 'working', answered: 1, score: null });
  expect(rowOf(submitted)).toMatchObject({ state: 'submitted', answered: 2, score: 10 });
});

test('no line of a timeline can be changed or deleted, by whatever statement', async () => {
  await asStudent().start();
  for (const statement of [
    'update attempt_steps set step = $$none$$',
    'delete from attempt_steps',
    'truncate attempt_steps',
  ]) {
    await expect(server.pool.query(statement)).rejects.toThrow('only ever added to');
  }
});

test('a page tells of lost focus and connection, and each is a line at its time', async () => {
  await asStudent().start();
  clock.pass(10 * MINUTE_MS);
  const steps = [
    { step: 'focus-lost', agoMs: 5 * MINUTE_MS },
    { step: 'focus-regained', agoMs: 4 * MINUTE_MS },
  ];
  expect((await asStudent().post('/steps', { steps })).statusCode).toBe(200);
  expect(
    (await asStudent().post('/steps', { steps: [{ step: 'submit', agoMs: 0 }] })).statusCode,
  ).toBe(400);
  expect(await timeline()).toMatchObject([
    { step: 'start' },
    { step: 'focus-lost', at: at(5 * MINUTE_MS) },
    { step: 'focus-regained', at: at(6 * MINUTE_MS) },
  ]);
});

test('an open page hears its deadline, a new one, an announcement, a take-over and the end', async () => {
  await asStudent().start({ tab: 'first' });
  const page = await follow(student, 'first');
  expect(await page.receive('deadline')).toMatchObject({ endedTime: at(LIMIT_MS) });
  await asAdmin().post('/extensions', { userIds: 'all', minutes: 10, reason: 'Noise' });
  await vi.waitFor(async () => {
    expect(await page.receive('deadline')).toMatchObject({
      endedTime: at(LIMIT_MS + 10 * MINUTE_MS),
    });
  }, PATIENTLY);
  await asAdmin().post('/announcements', { text: 'Question 2 is about stacks.' });
  expect(await page.receive('announcement')).toMatchObject({ text: 'Question 2 is about stacks.' });
  expect(page.events.some(({ event }) => event === 'taken-over')).toBe(false);
  await asStudent().start({ tab: 'second' });
  await page.receive('taken-over');
  await asAdmin().post('/end', { userId: student.id, reason: 'Over' });
  expect(await page.receive('ended')).toEqual({ submittedBy: 'admin' });
  page.close();
});

test('a class that opens its pages at once is looked for together, and leaves the database to others', async () => {
  const sitters = await Promise.all(Array.from({ length: 12 }, () => makeStudent(server.pool)));
  await Promise.all(sitters.map((sitter) => callsOn(server, quizId, sitter).start()));
  const opening = await inTransaction(server.pool, async (db) => {
    await lockAttempts(db);
    const pages = sitters.map((sitter) => follow(sitter));
    await expect.poll(() => countBlocked(db)).toBeGreaterThan(0);
    const count = promisify(server.app.server.getConnections.bind(server.app.server));
    await expect.poll(() => count()).toBeGreaterThanOrEqual(sitters.length);
    // Callers are looked up in order, so all earlier requests have been admitted by now.
    const call = { url: '/api/v1/auth/account', headers: student.headers };
    expect((await server.app.inject(call)).statusCode).toBe(200);
    expect(await countBlocked(db)).toBeLessThanOrEqual(2);
    expect(server.pool.waitingCount).toBe(0);
    return pages;
  });
  for (const page of await Promise.all(opening)) {
    await page.receive('deadline');
    page.close();
  }
});

test('a page at another server hears as well, and one that opens later hears what was said before', async () => {
  const second = await makeSecondServer(server, { clock });
  const base = await second.app.listen({ port: 0, host: '127.0.0.1' });
  await asStudent().start();
  const page = await follow(student, '', base);
  await page.receive('deadline');
  await asAdmin().post('/announcements', { text: 'Ten minutes more for all.' });
  expect(await page.receive('announcement')).toMatchObject({ text: 'Ten minutes more for all.' });
  page.close();
  const late = await follow(student, '', base);
  expect(await late.receive('announcement')).toMatchObject({ text: 'Ten minutes more for all.' });
  late.close();
  await second.close();
});

test('who has not started hears nothing of the quiz, and an admin hears what each student does', async () => {
  const outside = await follow(student);
  const page = await follow(admin);
  await asAdmin().post('/announcements', { text: 'Begin.' });
  await page.receive('announcement');
  const other = callsOn(server, quizId, await makeStudent(server.pool));
  await other.start();
  await other.save(1, { 1: '2', 2: '2' });
  await vi.waitFor(async () => {
    expect(await page.receive('attempts')).toMatchObject([{ state: 'working', answered: 2 }]);
  }, PATIENTLY);
  await other.submit();
  await vi.waitFor(async () => {
    expect(await page.receive('attempts')).toMatchObject([{ state: 'submitted', score: 5 }]);
  }, PATIENTLY);
  expect(outside.events).toEqual([]);
  page.close();
  outside.close();
});

test('a server that stops ends the streams of its pages', async () => {
  const second = await makeSecondServer(server, { clock });
  const base = await second.app.listen({ port: 0, host: '127.0.0.1' });
  await asStudent().start();
  const url = `${base}/api/v1/auth/quiz/${quizId}/events`;
  const reply = await fetch(url, { headers: student.headers });
  const ended = reply.text();
  await second.close();
  expect(await ended).toMatch(/^: /);
});
