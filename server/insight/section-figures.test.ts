import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type TwoClasses, makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import type { MadePerson } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { putTested } from '../testing/database/submissions.queries.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

let server: TestApp;
let made: TwoClasses;
beforeAll(async () => {
  server = await makeTestApp();
  made = await makeTwoClasses(server.pool);
});
afterAll(() => server.close());

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

/** A quiz that both students of the class have submitted, and an assignment that both have handed in a program of. */
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

/** What the lists of quizzes and of assignments count; nothing of what is in neither. */
async function countsOf(caller: MadePerson) {
  const [quiz] = (await ask(caller, '/auth/getQuizData')).updatedQuizData;
  const [work] = (await ask(caller, '/auth/getallassignments')).result;
  return { started: quiz?.started, ...work?.counts };
}

/** How many were invited, how many are in the figures, and whose results are told. */
async function figuresOf(caller: MadePerson, quizId: string) {
  const { data } = await ask(caller, `/insight/quizzes/${quizId}`);
  const { quiz } = (await ask(caller, `/auth/quiz/${quizId}/statistics`)).data;
  const names = data.students.map(({ userId }: { userId: string }) => userId);
  return [data.invited, data.figures.attempts, quiz.attempts, ...names];
}

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
