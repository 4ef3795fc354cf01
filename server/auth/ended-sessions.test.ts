import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { SIGN_OF_LIFE_MS } from '../platform/events/event-stream.ts';
import { deleteSessions } from './sessions.queries.ts';

let listening: string;
let admin: MadePerson;
let quizId: string;

const server = setUpServer();
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await makeAdmin(server.pool);
  quizId = await makeQuiz(server.app, admin);
});
afterEach(() => {
  vi.useRealTimers();
});

const endings: [string, (person: MadePerson) => Promise<unknown>][] = [
  ['is signed out', (person) => deleteSessions(server.pool, person.id)],
  [
    'has their account disabled',
    ({ id }) => server.pool.query('update people set disabled_at = now() where id = $1', [id]),
  ],
  [
    'was away for a week',
    ({ id }) =>
      server.pool.query(
        `update sessions set last_used_at = now() - interval '8 days' where person_id = $1`,
        [id],
      ),
  ],
];
const streams: [string, () => string][] = [
  ['notices', () => `/api/v1/notices/events?since=${new Date().toISOString()}`],
  ['a test', () => `/api/v1/auth/quiz/${quizId}/events`],
];

test.each(streams.flatMap(([of, url]) => endings.map(([name, end]) => ({ of, url, name, end }))))(
  'the stream of $of ends when the student $name',
  async ({ url, end }) => {
    const student = await makeStudent(server.pool);
    expect((await callsOn(server, quizId, student).start()).statusCode).toBe(200);
    // Only intervals, so that the signs of life come when the test says so.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reply = await fetch(listening + url(), { headers: student.headers });
    expect(reply.status).toBe(200);
    const ended = reply.text();
    await end(student);
    await vi.advanceTimersByTimeAsync(SIGN_OF_LIFE_MS);
    expect(await ended).toContain(':');
  },
);

test('a stream goes on while the session does, without counting as its use', async () => {
  const student = await makeStudent(server.pool);
  const usedAt = `update sessions set last_used_at = now() - interval '1 hour' where person_id = $1
    returning last_used_at`;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const leaving = new AbortController();
  const reply = await fetch(
    `${listening}/api/v1/notices/events?since=${new Date().toISOString()}`,
    {
      headers: student.headers,
      signal: leaving.signal,
    },
  );
  const { rows: before } = await server.pool.query(usedAt, [student.id]);
  const reader = reply.body?.getReader();
  let received = '';
  // The first bytes, and three signs of life.
  while (received.split('\n\n').length < 5) {
    await vi.advanceTimersByTimeAsync(SIGN_OF_LIFE_MS);
    const { value, done } = (await reader?.read()) ?? { done: true };
    expect(done).toBe(false);
    received += Buffer.from(value ?? []).toString();
  }
  leaving.abort();
  const { rows: after } = await server.pool.query(
    'select last_used_at from sessions where person_id = $1',
    [student.id],
  );
  expect(after).toEqual(before);
});
