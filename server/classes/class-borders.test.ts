import { randomUUID } from 'node:crypto';
import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { beforeAll, expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff, type MadeClass } from '../testing/acts/make-class.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { makeQuestion, writeQuizForm, openSettings } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';

const HOST = 'lab.test';

let admin: MadePerson;
let owner: MadePerson;
let stranger: MadePerson;
let made: MadeClass;
let others: MadeClass;

const server = setUpServer();
beforeAll(async () => {
  const { pool } = server;
  admin = await makeAdmin(pool);
  [owner, stranger] = [await makeStaff(pool), await makeStaff(pool)];
  [made, others] = [await makeClass(pool, admin), await makeClass(pool, admin)];
  await joinClass(pool, made, owner, { role: 'owner' });
  await joinClass(pool, others, stranger, { role: 'owner' });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(as: MadePerson, method: Method, path: string, payload?: object) {
  const reply = await server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { host: HOST, ...as.headers },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const audienceIn = ({ classId }: MadeClass) => ({
  everyone: true,
  courses: [],
  years: [],
  rollNumbers: [],
  inClass: { classId, sections: [] },
});

const settingsIn = (of: MadeClass) => openSettings(audienceIn(of));

const draftIn = (of: MadeClass | null) => {
  const { formDetails } = writeQuizForm();
  const { inClass, ...audience } = audienceIn(of ?? made);
  const settings = { ...settingsIn(made), audience: { ...audience, ...(of && { inClass }) } };
  return { revision: 0, content: { details: formDetails, settings, questions: [] } };
};

test('a quiz takes not the place of a draft in a class of others, or of another person', async () => {
  for (const home of [made, null]) {
    const id = randomUUID();
    expect((await call(owner, 'PUT', `/quiz-drafts/${id}`, draftIn(home))).status).toBe(200);
    const form = { ...writeQuizForm({ settings: settingsIn(others) }), unique_id: id };
    expect((await call(stranger, 'POST', '/auth/quizData', form)).status).toBe(409);
    expect(await call(owner, 'GET', `/quiz-drafts/${id}`)).toMatchObject({
      status: 200,
      body: { data: { revision: 1, quizStatus: null } },
    });
    const own = { ...writeQuizForm({ settings: settingsIn(made) }), unique_id: id };
    expect((await call(owner, 'POST', '/auth/quizData', own)).status).toBe(201);
  }
});

test('a student who assists begins no draft', async () => {
  const assistant = await makeStudent(server.pool);
  await joinClass(server.pool, made, assistant, { role: 'assistant' });
  const teaching = { ...assistant, headers: { ...assistant.headers, [TEACHING_HEADER]: 'on' } };
  const path = `/quiz-drafts/${randomUUID()}`;
  expect((await call(teaching, 'PUT', path, draftIn(null))).status).toBe(403);
});

test('staff give out files that they brought, or that their classes have, and no others', async () => {
  const file = { person: owner, bucketId: 'assignments', name: 'key.txt', bytes: 'x' } as const;
  const path = await makeStoredFile(server, { ...file, host: HOST });
  const formIn = (of: MadeClass) => ({
    assignment: '',
    path,
    filename: 'key.txt',
    audience: audienceIn(of),
  });
  const create = (as: MadePerson, of: MadeClass) =>
    call(as, 'POST', '/auth/create-assignment', formIn(of));
  expect((await create(stranger, others)).status).toBe(400);
  expect((await create(owner, made)).status).toBe(201);
  expect((await create(stranger, others)).status).toBe(400);
  const teacher = await makeStaff(server.pool);
  await joinClass(server.pool, made, teacher, { role: 'teacher' });
  const { status, body } = await create(teacher, made);
  expect(status).toBe(201);
  const changed = { title: 'Key', text: '', path, filename: 'key.txt', audience: audienceIn(made) };
  expect((await call(teacher, 'PUT', `/assignments/${body.data.id}`, changed)).status).toBe(200);
  expect((await create(admin, others)).status).toBe(201);
});

test('who assists marks not what they handed in as a student', async () => {
  const student = await makeStudent(server.pool);
  await joinClass(server.pool, made, student, { role: 'student' });
  const form = { assignment: 'Add.', path: '', filename: '', audience: audienceIn(made) };
  const created = await call(owner, 'POST', '/auth/create-assignment', form);
  const handIns = `/assignments/${created.body.data.id}/hand-ins`;
  const handed = await call(student, 'POST', handIns, { kind: 'text', text: 'Four.' });
  expect(handed.status).toBe(201);
  const mark = `/hand-ins/${handed.body.data.handInId}/mark`;
  const add = { personIds: [student.id], role: 'assistant' };
  expect((await call(owner, 'POST', `/classes/${made.classId}/members`, add)).status).toBe(200);
  const teaching = { ...student, headers: { ...student.headers, [TEACHING_HEADER]: 'on' } };
  const marks = { marks: 10, comment: '' };
  expect((await call(teaching, 'PUT', mark, marks)).status).toBe(403);
  await server.pool.query(
    `insert into hand_in_tests (hand_in_id, state, finished_at, points, max_points)
     values ($1, 'done', now(), 1, 1)`,
    [handed.body.data.handInId],
  );
  const byTests = `/assignments/${created.body.data.id}/tests/marks`;
  const marked = async (as: MadePerson) =>
    (await call(as, 'POST', byTests, { includesLate: true })).body.data;
  expect(await marked(teaching)).toMatchObject({ marked: 0 });
  expect(await marked(owner)).toMatchObject({ marked: 1 });
  expect((await call(owner, 'PUT', mark, { ...marks, markVersion: 1 })).status).toBe(200);
});

test('how much work is in a class is told, and to who assists in a section what came in from it', async () => {
  const fresh = await makeClass(server.pool, admin);
  const [teacher, assistant, student] = [
    await makeStaff(server.pool),
    await makeStaff(server.pool),
    await makeStudent(server.pool),
  ];
  await joinClass(server.pool, fresh, teacher, { role: 'teacher' });
  await joinClass(server.pool, fresh, assistant, {
    role: 'assistant',
    sections: [fresh.sections[0]],
  });
  await joinClass(server.pool, fresh, student, { role: 'student' });
  const work = async (as: MadePerson) =>
    (await call(as, 'GET', `/classes/${fresh.classId.toUpperCase()}`)).body.data.work;
  const none = { quizzes: 0, assignments: 0, handIns: 0, toMark: 0 };
  expect(await work(teacher)).toEqual(none);
  const form = { assignment: 'Add.', path: '', filename: '', audience: audienceIn(fresh) };
  const created = await call(teacher, 'POST', '/auth/create-assignment', form);
  const handIns = `/assignments/${created.body.data.id}/hand-ins`;
  await call(student, 'POST', handIns, { kind: 'text', text: 'Four.' });
  await call(teacher, 'POST', '/auth/quizData', writeQuizForm({ settings: settingsIn(fresh) }));
  const now = { quizzes: 1, assignments: 1, handIns: 1, toMark: 1 };
  expect(await work(teacher)).toEqual(now);
  expect(await work(admin)).toEqual(now);
  expect(await work(assistant)).toEqual({ ...now, handIns: 0, toMark: 0 });
});

test('a teacher gives time to a whole class while they assist in a section of another', async () => {
  const teacher = await makeStaff(server.pool);
  await joinClass(server.pool, made, teacher, { role: 'teacher' });
  await joinClass(server.pool, others, teacher, {
    role: 'assistant',
    sections: [others.sections[0]],
  });
  const quiz = writeQuizForm({ settings: settingsIn(made) });
  expect((await call(owner, 'POST', '/auth/quizData', quiz)).status).toBe(201);
  const grant = { userIds: 'all', minutes: 5, reason: 'The power failed.' };
  const path = `/auth/quiz/${quiz.unique_id}/extensions`;
  expect((await call(teacher, 'POST', path, grant)).status).toBe(200);
});

test('an assistant of a section sees the attempts of its students, and gives them time', async () => {
  const { pool } = server;
  const [first, second] = made.sections;
  const [assistant, within, outside] = [
    await makeStaff(pool),
    await makeStudent(pool),
    await makeStudent(pool),
  ];
  await joinClass(pool, made, assistant, { role: 'assistant', sections: [first] });
  await joinClass(pool, made, within, { role: 'student', sections: [first] });
  await joinClass(pool, made, outside, { role: 'student', sections: [second] });
  const quiz = writeQuizForm({ settings: settingsIn(made) });
  await call(owner, 'POST', '/auth/quizData', quiz);
  const path = `/auth/quiz/${quiz.unique_id}`;
  for (const student of [within, outside]) {
    const submitted = { userId: student.id, markedAnswers: {} };
    await call(student, 'POST', path, { userId: student.id });
    await call(student, 'POST', `${path}/submit`, submitted);
  }
  const account = async (as: MadePerson) => (await call(as, 'GET', '/auth/account')).body.data;
  expect(await account(assistant)).toMatchObject({ writesIn: [], limitedIn: [made.classId] });
  expect(await account(owner)).toMatchObject({ writesIn: [made.classId], limitedIn: [] });
  const listed = await call(assistant, 'GET', `${path}/attempts`);
  expect(listed.body.data.map(({ userId }: { userId: string }) => userId)).toEqual([within.id]);
  const result = (id: string) => call(assistant, 'GET', `${path}/result?userId=${id}`);
  expect((await result(within.id)).status).toBe(200);
  expect((await result(outside.id)).status).toBe(403);
  const extend = (userIds: 'all' | string[]) =>
    call(assistant, 'POST', `${path}/extensions`, { userIds, minutes: 5, reason: 'Power.' });
  expect((await extend([within.id])).status).toBe(200);
  expect((await extend([outside.id])).status).toBe(403);
  expect((await extend('all')).status).toBe(403);
  const extendSections = (...sections: (string | undefined)[]) =>
    call(assistant, 'POST', `${path}/extensions`, { sections, minutes: 5, reason: 'Power.' });
  expect((await extendSections(first?.toUpperCase())).status).toBe(200);
  expect((await extendSections(first, second)).status).toBe(403);
});

test('extra time for a section moves the deadlines of its students alone', async () => {
  const [first, second] = made.sections;
  const [within, outside] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  await joinClass(server.pool, made, within, { role: 'student', sections: [first] });
  await joinClass(server.pool, made, outside, { role: 'student', sections: [second] });
  const quiz = writeQuizForm({ settings: settingsIn(made) });
  await call(owner, 'POST', '/auth/quizData', quiz);
  const path = `/auth/quiz/${quiz.unique_id}`;
  for (const student of [within, outside]) {
    await call(student, 'POST', path, { userId: student.id });
  }
  const grant = { minutes: 5, reason: 'The power failed.' };
  const given = await call(owner, 'POST', `${path}/extensions`, { ...grant, sections: [first] });
  expect(given.body.data.map(({ userId }: { userId: string }) => userId)).toEqual([within.id]);
  const ofOthers = { ...grant, sections: [others.sections[0]] };
  expect((await call(owner, 'POST', `${path}/extensions`, ofOthers)).status).toBe(400);
  const campus = writeQuizForm();
  await call(admin, 'POST', '/auth/quizData', campus);
  const ofNoClass = await call(
    admin,
    'POST',
    `/auth/quiz/${campus.unique_id}/extensions`,
    ofOthers,
  );
  expect(ofNoClass.status).toBe(400);
  expect(ofNoClass.body.fields.sections).toMatch('belong to a class');
});

test('a campus admin who reads a result of a class by its query leaves a line', async () => {
  const student = await makeStudent(server.pool);
  await joinClass(server.pool, made, student, { role: 'student' });
  const quiz = writeQuizForm({ settings: settingsIn(made) });
  await call(owner, 'POST', '/auth/quizData', quiz);
  const path = `/auth/quiz/${quiz.unique_id}`;
  await call(student, 'POST', path, { userId: student.id });
  const submitted = { userId: student.id, markedAnswers: {} };
  expect((await call(student, 'POST', `${path}/submit`, submitted)).status).toBe(200);
  const result = `${path}/result?userId=${student.id}`;
  expect((await call(admin, 'GET', result)).status).toBe(200);
  expect((await call(admin, 'GET', `${result}&userId=x`)).status).toBe(400);
  const { rows } = await server.pool.query(
    `select 1 from audit_lines where action = 'see-work' and person_id = $1`,
    [student.id],
  );
  expect(rows).toHaveLength(1);
});

test('questions of an archived class stay as they are', async () => {
  const { pool } = server;
  const gone = await makeClass(pool, admin);
  await joinClass(pool, gone, owner, { role: 'owner' });
  const kept = { questions: [makeQuestion('1')], subject: 'S', topic: 'archived', tags: [] };
  const form = { ...kept, class: gone.classId };
  expect((await call(owner, 'POST', '/questions', form)).status).toBe(201);
  const listed = await call(owner, 'GET', '/questions?topic=archived');
  const [{ questionId }] = listed.body.data.questions;
  await pool.query(`update classes set state = 'archived' where id = $1`, [gone.classId]);
  const offered = (await call(owner, 'GET', '/questions?topic=archived')).body.data.questions;
  expect(offered).toMatchObject([{ questionId, mayChange: false }]);
  expect((await call(owner, 'DELETE', `/questions/${questionId}`)).status).not.toBe(200);
  const labels = { subject: 'S', topic: 'other', tags: [] };
  expect((await call(owner, 'PUT', `/questions/${questionId}`, labels)).status).not.toBe(200);
});

test('a page and a day that are not there are refused', async () => {
  for (const after of ['zzz', '2026-13-45 x']) {
    const path = `/classes?after=${encodeURIComponent(after)}`;
    expect((await call(owner, 'GET', path)).status).toBe(400);
  }
  const term = { name: 'Long ago', startsOn: '0000-01-01', endsOn: '2026-12-31' };
  expect((await call(admin, 'POST', '/terms', term)).status).toBe(400);
});
