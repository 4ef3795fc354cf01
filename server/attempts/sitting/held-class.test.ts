import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PoolClient } from 'pg';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { type MadeClass, joinClass, makeClass } from '../../testing/acts/make-class.ts';
import { makeQuiz, writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { countBlocked } from '../../testing/database/blocked.queries.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

let student: MadePerson;
let made: MadeClass;
let quizId: string;
let importing: PoolClient;
const settings = () => ({
  scoreOpens: 'at_once' as const,
  answersOpen: 'at_end' as const,
  shuffleQuestions: false,
  shuffleOptions: false,
  audience: { everyone: true, inClass: { classId: made.classId } },
});

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeEach(async () => {
  made = await makeClass(server.pool, admin);
  student = await makeStudent(server.pool);
  await joinClass(server.pool, made, student, { role: 'student', sections: [made.sections[0]] });
  quizId = await makeQuiz(server.app, admin, { settings: settings() });
  importing = await server.pool.connect();
  await importing.query('begin');
  // The same lock as an import of members takes.
  await importing.query('select from classes where id = $1 for no key update', [made.classId]);
});
afterEach(async () => {
  await importing.query('rollback');
  importing.release();
});

test('a student starts a test while a change of it waits for an import into its class', async () => {
  const url = `/api/v1/auth/quiz/${quizId}`;
  const payload = writeQuizForm({ settings: settings() });
  const { headers } = admin;
  const changed = server.app
    .inject({ method: 'PUT', url, headers, payload })
    .then((reply) => reply.json());
  await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
  expect((await callsOn(server, quizId, student).start()).statusCode).toBe(200);
  await importing.query('commit');
  expect(await changed).toMatchObject({ code: 'started' });
});

test('extra time for a section waits for no import into its class', async () => {
  expect((await callsOn(server, quizId, student).start()).statusCode).toBe(200);
  const grant = { sections: [made.sections[0]], minutes: 5, reason: 'The power failed.' };
  const given = await callsOn(server, quizId, admin).post('/extensions', grant);
  expect(given.json().data).toMatchObject([{ userId: student.id }]);
});
