import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type TwoClasses, makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import type { MadePerson } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { putTested } from '../testing/database/submissions.queries.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

let server: TestApp;
let made: TwoClasses;
beforeEach(async () => {
  server = await makeTestApp();
  made = await makeTwoClasses(server.pool);
});
afterEach(() => server.close());

async function ask({ headers }: MadePerson, path: string, payload?: object) {
  const url = `/api/v1${path}`;
  const method = payload ? 'POST' : 'GET';
  return (await server.app.inject({ method, url, headers, ...(payload && { payload }) })).json();
}

const settings = {
  scoreOpens: 'at_once',
  answersOpen: 'at_end',
  shuffleQuestions: false,
  shuffleOptions: false,
} as const;

/** Creates a quiz and an assignment for a program, both submitted by both students. */
async function makeWork() {
  const audience = { everyone: true, inClass: { classId: made.a.classId } };
  const quizId = await makeQuiz(server.app, made.campus, { settings: { ...settings, audience } });
  const work = { title: 'Sets', assignment: 'Write it.', maxMarks: 10, audience };
  const { id } = (await ask(made.campus, '/auth/create-assignment', work)).data;
  for (const student of [made.a1, made.a2]) {
    const calls = callsOn(server, quizId, student);
    await calls.start();
    await calls.submit({ 1: '2' });
    await ask(student, `/assignments/${id}/hand-ins`, program);
  }
  return { quizId, assignmentId: id };
}

const program = { kind: 'program', language: 71, source: 'print(1)' };

/** The counts in the lists of quizzes and assignments. */
async function countsOf(caller: MadePerson) {
  const [quiz] = (await ask(caller, '/auth/getQuizData')).updatedQuizData;
  const [work] = (await ask(caller, '/auth/getallassignments')).result;
  return { started: quiz?.started, ...work?.counts };
}

/** The number of invited students, the number in the statistics, and the students with results. */
async function figuresOf(caller: MadePerson, quizId: string) {
  const { data } = await ask(caller, `/insight/quizzes/${quizId}`);
  const { quiz } = (await ask(caller, `/auth/quiz/${quizId}/statistics`)).data;
  const names = data.students.map(({ userId }: { userId: string }) => userId);
  return [data.invited, data.figures.attempts, quiz.attempts, ...names];
}

/** The counts of hand-ins and unmarked ones on the class page. */
async function workOf(caller: MadePerson) {
  const { data } = await ask(caller, `/classes/${made.a.classId}`);
  return data.work;
}

/** The folders in the ZIP file that the list links to. */
async function downloaded(url: string): Promise<string[]> {
  const reply = await server.app.inject({ url });
  expect(reply.statusCode).toBe(200);
  const names = Object.keys(unzipSync(reply.rawPayload));
  return names.filter((name) => name.includes('/')).map((name) => name.split(' ')[0] ?? '');
}

const statusOf = async (url: string) => (await server.app.inject({ url })).statusCode;

test('the figures of the class and what is downloaded are of the sections too', async () => {
  const { assignmentId } = await makeWork();
  const counted = { quizzes: 1, assignments: 1, handIns: 2, toMark: 2 };
  expect(await workOf(made.owner)).toEqual(counted);
  expect(await workOf(made.assistant)).toEqual({ ...counted, handIns: 1, toMark: 1 });

  const list = `/assignments/${assignmentId}/hand-ins`;
  const { archivePath: ofAll } = (await ask(made.owner, list)).data;
  const { archivePath: own } = (await ask(made.assistant, list)).data;
  expect((await downloaded(ofAll)).toSorted()).toEqual([made.a1.id, made.a2.id].toSorted());
  expect(await downloaded(own)).toEqual([made.a1.id]);
  // A link names its reader, whose rights count when it is used.
  const token = new URL(own, 'http://lab').searchParams.get('token') ?? '';
  const [expires, signature] = token.split('.');
  const asOwner = Buffer.from(made.owner.id).toString('base64url');
  expect(await statusOf(own.replace(token, `${expires}.${signature}.${asOwner}`))).toBe(401);
  expect(await statusOf(own.replace(token, `${expires}.${signature}`))).toBe(401);
  const moveTo = (section: string | undefined) =>
    server.pool.query(
      'update member_sections set section_id = $3 where class_id = $1 and person_id = $2',
      [made.a.classId, made.assistant.id, section],
    );
  const [first, second] = made.a.sections;
  await moveTo(second);
  expect(await downloaded(own)).toEqual([made.a2.id]);
  await moveTo(first);
  const setLeft = (leftAt: string) =>
    server.pool.query(
      `update class_members set left_at = ${leftAt} where class_id = $1 and person_id = any($2)`,
      [made.a.classId, [made.assistant.id, made.owner.id]],
    );
  await setLeft('now()');
  expect([await statusOf(own), await statusOf(ofAll)]).toEqual([403, 403]);
  await setLeft('null');
});

test('what an assistant is told of work, tests and marks is of their sections', async () => {
  const { quizId, assignmentId } = await makeWork();
  const ofBoth = { started: 2, assigned: 2, submitted: 2, marked: 0 };
  const ofOne = { started: 1, assigned: 1, submitted: 1, marked: 0 };
  expect(await countsOf(made.campus)).toEqual(ofBoth);
  expect(await countsOf(made.owner)).toEqual(ofBoth);
  expect(await countsOf(made.assistant)).toEqual(ofOne);
  expect(await countsOf(made.other)).toEqual({});

  const both = [made.a1.id, made.a2.id].toSorted((one, other) => (one < other ? -1 : 1));
  expect(await figuresOf(made.owner, quizId)).toEqual([2, 2, 2, ...both]);
  expect(await figuresOf(made.assistant, quizId)).toEqual([1, 1, 1, made.a1.id]);

  const path = `/assignments/${assignmentId}/tests`;
  await putTested(server.pool, assignmentId);
  const marks = { includesLate: true };
  expect((await ask(made.assistant, `${path}/marks`, marks)).data).toEqual({ marked: 1 });
  expect((await ask(made.owner, `${path}/marks`, marks)).data).toEqual({ marked: 1 });
  expect((await ask(made.owner, `${path}/run`, {})).data).toEqual({ handInsToTest: 2 });
  expect((await ask(made.assistant, `${path}/run`, {})).data).toEqual({ handInsToTest: 1 });
});
