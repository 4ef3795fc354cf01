import { beforeEach, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { callsAs } from '../testing/acts/calls-as.ts';
import { type MadeClass, joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { countBlocked } from '../testing/database/blocked.queries.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

let owner: MadePerson;
let student: MadePerson;
let made: MadeClass;
let quizId: string;
let assignmentId: string;
let handInId: string;

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const call = callsAs(() => server);

/** A class with a submitted attempt and an unmarked hand-in. */
beforeEach(async () => {
  owner = await makeStaff(server.pool);
  student = await makeStudent(server.pool);
  made = await makeClass(server.pool, owner);
  await joinClass(server.pool, made, owner, { role: 'owner' });
  await joinClass(server.pool, made, student, { role: 'student' });
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const settings = openSettings(audience);
  quizId = await makeQuiz(server.app, owner, { settings });
  const sit = `/auth/quiz/${quizId}`;
  await call(student, 'POST', sit, { userId: student.id });
  await call(student, 'POST', `${sit}/submit`, { userId: student.id, markedAnswers: {} });
  const work = { assignment: 'Add.', path: '', filename: '', audience };
  const created = await call(owner, 'POST', '/auth/create-assignment', work);
  assignmentId = created.body.data.id;
  const handed = { kind: 'text', text: 'Four.' };
  const saved = await call(student, 'POST', `/assignments/${assignmentId}/hand-ins`, handed);
  handInId = saved.body.data.handInId;
});

const archive = () =>
  server.pool.query(`update classes set state = 'archived' where id = $1`, [made.classId]);

const reason = 'The power failed.';
const changes: [string, () => Parameters<typeof call>][] = [
  [
    'reopening an attempt',
    () => [
      owner,
      'POST',
      `/auth/quiz/${quizId}/reopen`,
      { userId: student.id, minutes: 10, reason },
    ],
  ],
  [
    'giving extra time',
    () => [
      owner,
      'POST',
      `/auth/quiz/${quizId}/extensions`,
      { userIds: [student.id], minutes: 10, reason },
    ],
  ],
  [
    'an announcement',
    () => [owner, 'POST', `/auth/quiz/${quizId}/announcements`, { text: 'Begin.' }],
  ],
  ['withdrawing a test', () => [owner, 'POST', `/auth/quiz/${quizId}/status`, { status: 'draft' }]],
  ['deleting a test', () => [owner, 'DELETE', `/auth/quiz/${quizId}`]],
  ['copying a test', () => [owner, 'POST', `/auth/quiz/${quizId}/copy`]],
  ['marking', () => [owner, 'PUT', `/hand-ins/${handInId}/mark`, { marks: 5, comment: '' }]],
  [
    'marking by test cases',
    () => [owner, 'POST', `/assignments/${assignmentId}/tests/marks`, { includesLate: true }],
  ],
  ['new test cases', () => [owner, 'PUT', `/assignments/${assignmentId}/tests`, { tests: [] }]],
  ['running test cases', () => [owner, 'POST', `/assignments/${assignmentId}/tests/run`]],
  [
    'withdrawing an assignment',
    () => [owner, 'POST', `/assignments/${assignmentId}/status`, { status: 'withdrawn' }],
  ],
];

test.each(changes)('%s beside the archiving of its class is refused', async (_name, asked) => {
  const archiving = await server.pool.connect();
  try {
    await archiving.query('begin');
    // The same lock as archiving takes.
    await archiving.query('select from classes where id = $1 for update', [made.classId]);
    const changed = call(...asked());
    await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
    await archiving.query(`update classes set state = 'archived' where id = $1`, [made.classId]);
    await archiving.query('commit');
    expect(await changed).toMatchObject({ status: 409, body: { code: 'archived' } });
  } finally {
    archiving.release();
  }
});

test('a hand-in beside the archiving of its class is refused', async () => {
  const archiving = await server.pool.connect();
  try {
    await archiving.query('begin');
    await archiving.query('select from classes where id = $1 for update', [made.classId]);
    const handed = { kind: 'text', text: 'Five.' };
    const saved = call(student, 'POST', `/assignments/${assignmentId}/hand-ins`, handed);
    await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
    await archiving.query(`update classes set state = 'archived' where id = $1`, [made.classId]);
    await archiving.query('commit');
    expect((await saved).status).toBe(404);
  } finally {
    archiving.release();
  }
});

test('work of an archived class is listed only where its class is chosen, and never to mark', async () => {
  const inClass = `class=${made.classId}`;
  const found = async (as: MadePerson, query: string) => {
    const [quizzes, assignments, submissions, toMark, sat] = await Promise.all([
      call(as, 'GET', `/quizzes?${query}`),
      call(as, 'GET', `/auth/getallassignments?${query}`),
      call(as, 'GET', `/insight/submissions?${query}`),
      call(as, 'GET', `/insight/to-mark?${query}`),
      call(as, 'GET', `/insight/quizzes?${query}`),
    ]);
    return {
      quizzes: JSON.stringify(quizzes.body).includes(quizId),
      assignments: JSON.stringify(assignments.body).includes(assignmentId),
      submissions: JSON.stringify(submissions.body).includes(student.id),
      toMark: JSON.stringify(toMark.body).includes(assignmentId),
      sat: JSON.stringify(sat.body).includes(quizId),
    };
  };
  const all = { quizzes: true, assignments: true, submissions: true, toMark: true, sat: true };
  const none = {
    quizzes: false,
    assignments: false,
    submissions: false,
    toMark: false,
    sat: false,
  };
  expect(await found(owner, '')).toEqual(all);
  const { waiting } = (await call(admin, 'GET', '/insight/to-mark')).body.data;
  await archive();
  for (const as of [owner, admin]) {
    expect(await found(as, '')).toEqual(none);
    expect(await found(as, inClass)).toEqual({ ...all, toMark: false });
  }
  const after = (await call(admin, 'GET', '/insight/to-mark')).body.data;
  expect(after.waiting).toBe(waiting - 1);
  expect((await call(owner, 'GET', `/insight/to-mark?${inClass}`)).body.data.waiting).toBe(0);
});
