import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { expect, test } from 'vitest';
import { joinClass } from '../testing/acts/make-class.ts';
import { makeQuiz, writeQuizForm, openSettings } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import { setUpClasses } from './classes.setup.ts';

const { server, admin, owner, call, newClass, add } = setUpClasses();

const setState = (as: MadePerson, classId: string, state: string) =>
  call(as, 'POST', `/classes/${classId}/state`, { state });

const audienceIn = (classId: string) => ({ everyone: true, inClass: { classId, sections: [] } });

const settingsIn = (classId: string) => openSettings(audienceIn(classId));

test('a class is archived when nobody sits a test of it, is read-only then, and can be opened again', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  await add(owner, classId, { personIds: [student.id], role: 'student' });
  const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
  const sit = `/auth/quiz/${quizId}`;
  expect((await call(student, 'POST', sit, { userId: student.id })).status).toBe(200);
  expect(await setState(owner, classId, 'archived')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Stacks') },
  });
  await call(student, 'POST', `${sit}/submit`, { userId: student.id, markedAnswers: {} });
  expect((await setState(owner, classId, 'archived')).status).toBe(200);
  const late = { personIds: [student.id], role: 'student' };
  for (const as of [owner, admin]) {
    expect((await add(as, classId, late)).status).toBe(409);
    expect((await call(as, 'POST', `${sit}/status`, { status: 'draft' })).status).toBe(409);
  }
  const newcomer = await makeStudent(server.pool);
  await joinClass(server.pool, { classId }, newcomer, { role: 'student' });
  expect((await call(newcomer, 'POST', sit, { userId: newcomer.id })).status).toBe(404);
  // Former members can still read their own results.
  expect((await call(student, 'GET', `${sit}/result`)).status).toBe(200);
  expect((await call(student, 'GET', '/my-classes')).body.data).toEqual([]);
  expect((await setState(owner, classId, 'open')).status).toBe(200);
  expect((await call(student, 'GET', '/my-classes')).body.data).toHaveLength(1);
});

test('a student who has taken a test of a class cannot become its assistant', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  await add(owner, classId, { personIds: [student.id], role: 'student' });
  const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
  const sit = `/auth/quiz/${quizId}`;
  await call(student, 'POST', sit, { userId: student.id });
  const assist = () => add(owner, classId, { personIds: [student.id], role: 'assistant' });
  const why = 'They have taken a test of this class and would see its answers.';
  const refused = { changed: 0, refused: [{ personId: student.id, why }] };
  expect((await assist()).body.data).toMatchObject(refused);
  await call(student, 'POST', `${sit}/submit`, { userId: student.id, markedAnswers: {} });
  expect((await assist()).body.data).toMatchObject(refused);
});

test('an assistant with an attempt of their own in the class has no rights there', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  await add(owner, classId, { personIds: [student.id], role: 'student' });
  const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
  const teaching = { ...student, headers: { ...student.headers, [TEACHING_HEADER]: 'on' } };
  const asked = async () => {
    const paths = [
      `/quiz-drafts/${quizId}`,
      `/auth/quiz/${quizId}/attempts`,
      `/classes/${classId}`,
    ];
    const replies = await Promise.all(paths.map((path) => call(teaching, 'GET', path)));
    return replies.map(({ status }) => status);
  };
  const becomes = (role: string) =>
    server.pool.query('update class_members set role = $3 where class_id = $1 and person_id = $2', [
      classId,
      student.id,
      role,
    ]);
  await becomes('assistant');
  expect(await asked()).toEqual([200, 200, 200]);
  await becomes('student');
  await call(student, 'POST', `/auth/quiz/${quizId}`, { userId: student.id });
  // As an import of an earlier release left them.
  await becomes('assistant');
  expect(await asked()).toEqual([403, 403, 403]);
  const submission = { userId: student.id, markedAnswers: {} };
  expect((await call(student, 'POST', `/auth/quiz/${quizId}/submit`, submission)).status).toBe(200);
  expect(await asked()).toEqual([403, 403, 403]);
});

test('a student who leaves keeps what they have done, and an attempt that runs', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  await add(owner, classId, { personIds: [student.id], role: 'student' });
  const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
  const sit = `/auth/quiz/${quizId}`;
  const listed = async () =>
    (await call(student, 'GET', '/auth/getQuizData')).body.updatedQuizData.length;
  expect(await listed()).toBe(1);
  await call(student, 'POST', sit, { userId: student.id });
  await call(owner, 'DELETE', `/classes/${classId}/members/${student.id}`);
  expect(await listed()).toBe(0);
  const answers = { userId: student.id, sequence: 1, markedAnswers: { 1: '2' } };
  expect((await call(student, 'PUT', `${sit}/answers`, answers)).status).toBe(200);
  const submitted = await call(student, 'POST', `${sit}/submit`, { userId: student.id });
  expect(submitted.status).toBe(200);
  expect((await call(student, 'GET', `${sit}/result`)).status).toBe(200);
  // The teacher sees the attempt, and may end or mark it like any other.
  const seen = (await call(owner, 'GET', `${sit}/attempts`)).body.data;
  expect(seen).toMatchObject([{ userId: student.id, state: 'submitted', answered: 1 }]);
});

test('a quiz that somebody has started stays in its class, and an assignment that was handed in', async () => {
  const [one, two] = [await newClass(), await newClass()];
  const student = await makeStudent(server.pool);
  await add(owner, one, { personIds: [student.id], role: 'student' });
  const work = { assignment: 'Add.', path: '', filename: '', audience: audienceIn(one) };
  const { id } = (await call(owner, 'POST', '/auth/create-assignment', work)).body.data;
  const changed = {
    title: 'Sums',
    text: 'Add.',
    maxMarks: 10,
    dueAt: null,
    language: null,
    audience: audienceIn(two),
  };
  const move = () => call(owner, 'PUT', `/assignments/${id}`, changed);
  expect(await move()).toMatchObject({ status: 200 });
  await call(owner, 'PUT', `/assignments/${id}`, { ...changed, audience: audienceIn(one) });
  const handed = { kind: 'text', text: 'Four.' };
  await call(student, 'POST', `/assignments/${id}/hand-ins`, handed);
  expect((await move()).status).toBe(409);

  const quiz = writeQuizForm({ settings: settingsIn(one) });
  const edit = (classId: string) =>
    call(owner, 'PUT', `/auth/quiz/${quiz.unique_id}`, {
      ...quiz,
      settings: settingsIn(classId),
    });
  expect((await call(owner, 'POST', '/auth/quizData', quiz)).status).toBe(201);
  expect((await edit(two)).status).toBe(200);
  expect((await edit(one)).status).toBe(200);
  await call(student, 'POST', `/auth/quiz/${quiz.unique_id}`, { userId: student.id });
  expect((await edit(two)).status).toBe(409);
});

test('of a start and an archive at the same moment one is refused', async () => {
  const student = await makeStudent(server.pool);
  for (let round = 0; round < 8; round += 1) {
    const classId = await newClass();
    await add(owner, classId, { personIds: [student.id], role: 'student' });
    const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
    const [started, archived] = await Promise.all([
      call(student, 'POST', `/auth/quiz/${quizId}`, { userId: student.id }),
      setState(owner, classId, 'archived'),
    ]);
    const both = [started.status, archived.status];
    expect(both.filter((status) => status === 200 || status === 201)).toHaveLength(1);
  }
});

test('of a start and becoming an assistant at the same moment one is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [classId, student] = [await newClass(), await makeStudent(server.pool)];
    await add(owner, classId, { personIds: [student.id], role: 'student' });
    const quizId = await makeQuiz(server.app, owner, { settings: settingsIn(classId) });
    const [started, added] = await Promise.all([
      call(student, 'POST', `/auth/quiz/${quizId}`, { userId: student.id }),
      add(owner, classId, { personIds: [student.id], role: 'assistant' }),
    ]);
    const hasStarted = started.status === 200 || started.status === 201;
    expect(hasStarted).toBe(added.body.data.refused.length === 1);
  }
});

test('a student who assists calls as staff where they say so, and in their class alone', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  await add(owner, classId, { personIds: [student.id], role: 'assistant' });
  const headers = { ...student.headers, [TEACHING_HEADER]: 'on' };
  const as = { ...student, headers };
  expect((await call(student, 'GET', `/classes/${classId}`)).status).toBe(403);
  expect((await call(as, 'GET', `/classes/${classId}`)).body.data.role).toBe('assistant');
  expect((await call(as, 'GET', `/classes/${await newClass()}`)).status).toBe(403);
  expect((await call(as, 'POST', '/classes', {})).status).toBe(403);
  expect((await call(as, 'GET', '/auth/admin-auth')).status).toBe(403);
});
