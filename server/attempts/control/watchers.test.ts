import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { joinClass, type MadeClass, makeClass, makeStaff } from '../../testing/acts/make-class.ts';
import { writeQuizForm, openSettings } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin } from '../../testing/acts/make.ts';
import { setUpServer } from '../../testing/server.setup.ts';

let listening: string;
let admin: MadePerson;
let made: MadeClass;
let quizPath: string;

const server = setUpServer();
beforeAll(async () => {
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await makeAdmin(server.pool);
  made = await makeClass(server.pool, admin);
  const inClass = { classId: made.classId, sections: [] };
  const audience = { everyone: true, courses: [], years: [], rollNumbers: [], inClass };
  const form = writeQuizForm({
    settings: openSettings(audience),
  });
  quizPath = `/api/v1/auth/quiz/${form.unique_id}`;
  await as(admin, 'POST', '/api/v1/auth/quizData', form);
});

const as = (
  { headers }: MadePerson,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => server.app.inject({ method, url, headers, ...(payload && { payload }) });

async function teacherOf(role: 'teacher' | 'assistant', sections: readonly string[] = []) {
  const person = await makeStaff(server.pool);
  await joinClass(server.pool, made, person, { role, sections });
  return person;
}

const leaves = async ({ id }: MadePerson) => {
  const url = `/api/v1/classes/${made.classId}/members/${id}`;
  expect((await as(admin, 'DELETE', url)).statusCode).toBe(200);
};
const becomes = async ({ id }: MadePerson, what: object) => {
  const reply = await as(admin, 'PUT', `/api/v1/staff/${id}`, what);
  expect(reply.statusCode).toBe(200);
};

test.each([
  ['a teacher who is removed', () => teacherOf('teacher'), leaves],
  ['an assistant of a section', () => teacherOf('assistant', made.sections), leaves],
  [
    'a campus admin who is one no longer',
    () => makeAdmin(server.pool),
    (who: MadePerson) => becomes(who, { isCampusAdmin: false, isDisabled: false }),
  ],
  [
    'a campus admin whose account is disabled',
    () => makeAdmin(server.pool),
    (who: MadePerson) => becomes(who, { isCampusAdmin: true, isDisabled: true }),
  ],
  [
    'a teacher whose password is reset',
    () => teacherOf('teacher'),
    async ({ id }: MadePerson) => {
      const reply = await as(admin, 'POST', `/api/v1/staff/${id}/password`);
      expect(reply.statusCode).toBe(200);
    },
  ],
])('the open page of %s hears nothing more of a test', async (_name, make, change) => {
  const watcher = await make();
  const reply = await fetch(`${listening}${quizPath}/events`, { headers: watcher.headers });
  expect(reply.status).toBe(200);
  const received = reply.text();
  await change(watcher);
  const announcement = { text: `Told to those who stay: ${randomUUID()}` };
  expect((await as(admin, 'POST', `${quizPath}/announcements`, announcement)).statusCode).toBe(200);
  expect(await received).not.toContain(announcement.text);
});

test('a teacher who stays goes on hearing', async () => {
  const teacher = await teacherOf('teacher');
  const leaving = new AbortController();
  const { signal } = leaving;
  const reply = await fetch(`${listening}${quizPath}/events`, { headers: teacher.headers, signal });
  const announcement = { text: 'Question 3 is about queues.' };
  expect((await as(admin, 'POST', `${quizPath}/announcements`, announcement)).statusCode).toBe(200);
  let received = '';
  for await (const chunk of reply.body ?? []) {
    received += Buffer.from(chunk).toString('utf8');
    if (received.includes('queues')) break;
  }
  leaving.abort();
  expect(received).toContain('queues');
});
