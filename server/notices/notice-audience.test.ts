import { type IncomingMessage, get } from 'node:http';
import { beforeAll, expect, test, vi } from 'vitest';
import { notify } from '../platform/events/live-events.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { makeSecondServer } from '../testing/test-app.ts';
import { HANG_MS } from '../../runner/testing/patience.ts';

const TIMEOUT = { timeout: HANG_MS, interval: 20 };
const settings = openSettings({ everyone: false, courses: ['MCA'] });
let listening: string;
let admin: MadePerson;
let student: MadePerson;

const server = setUpServer();
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await makeAdmin(server.pool);
  student = await makeListedStudent(server.pool, { course: 'mca' });
});

/** An open page that has already listed all notices. */
async function follow({ headers }: MadePerson, address: string) {
  const url = `${address}/api/v1/notices/events?since=2100-01-01T00:00:00.000Z`;
  const request = get(url, { headers });
  const reply = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  let looks = 0;
  reply.setEncoding('utf8').on('data', (text: string) => {
    looks += text.split('event: look\n').length - 1;
  });
  return { countLooks: () => looks, close: () => request.destroy() };
}

test('an announcement, extra time and a new test wake only their recipients, on every server', async () => {
  const second = await makeSecondServer(server);
  const address = await second.app.listen({ port: 0, host: '127.0.0.1' });
  const outside = await makeListedStudent(server.pool, { course: 'Another course' });
  const pages = await Promise.all([
    follow(student, listening),
    follow(student, address),
    follow(outside, listening),
    follow(outside, address),
  ]);
  const countLooks = () => pages.map((page) => page.countLooks());
  const quizId = await makeQuiz(server.app, admin, { settings: settings });
  await vi.waitFor(() => expect(countLooks()).toEqual([1, 1, 0, 0]), TIMEOUT);
  const quiz = callsOn(server, quizId, admin);
  await quiz.post('/announcements', { text: 'Question 1 means the list.' });
  await vi.waitFor(() => expect(countLooks()).toEqual([2, 2, 0, 0]), TIMEOUT);
  await quiz.post('/extensions', { userIds: 'all', minutes: 5, reason: 'The line was down.' });
  await vi.waitFor(() => expect(countLooks()).toEqual([3, 3, 0, 0]), TIMEOUT);
  // A notification to everyone arrives after all earlier ones, so none is still on its way.
  notify(server.pool, 'notices', { personId: null });
  await vi.waitFor(() => expect(countLooks()).toEqual([4, 4, 1, 1]), TIMEOUT);
  for (const page of pages) page.close();
  await second.close();
});

test('however many an audience names, each of them is told', async () => {
  const names = Array.from({ length: 400 }, (_, place) => `${student.id}-${place}`);
  const page = await follow(student, listening);
  const audience = { everyone: false, rollNumbers: [...names, student.id] };
  const payload = { assignment: 'Add two numbers.', title: 'Sums', status: 'Pending', audience };
  const url = '/api/v1/auth/create-assignment';
  const made = await server.app.inject({ method: 'POST', url, headers: admin.headers, payload });
  expect(made.statusCode).toBe(201);
  await vi.waitFor(() => expect(page.countLooks()).toBe(1), TIMEOUT);
  page.close();
});
