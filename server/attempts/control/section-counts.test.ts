import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { type TwoClasses, makeTwoClasses } from '../../testing/acts/make-two-classes.ts';
import type { MadePerson } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

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

/** What the lists of quizzes and of assignments count; nothing of what is in neither. */
async function countsOf(caller: MadePerson) {
  const [quiz] = (await ask(caller, '/auth/getQuizData')).updatedQuizData;
  const [work] = (await ask(caller, '/auth/getallassignments')).result;
  return { started: quiz?.started, ...work?.counts };
}

test('the lists of an assistant count the students of their sections', async () => {
  const audience = { everyone: true, inClass: { classId: made.a.classId } };
  const quizId = await makeQuiz(server.app, made.campus, {
    settings: {
      audience,
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  });
  const work = { title: 'Sets', assignment: 'Write it.', maxMarks: 10, audience };
  const { id } = (await ask(made.campus, '/auth/create-assignment', work)).data;
  for (const student of [made.a1, made.a2]) {
    await callsOn(server, quizId, student).start();
    await ask(student, `/assignments/${id}/hand-ins`, { kind: 'text', text: 'Done.' });
  }
  const ofBoth = { started: 2, assigned: 2, submitted: 2, marked: 0 };
  const ofOne = { started: 1, assigned: 1, submitted: 1, marked: 0 };
  expect(await countsOf(made.campus)).toEqual(ofBoth);
  expect(await countsOf(made.owner)).toEqual(ofBoth);
  expect(await countsOf(made.assistant)).toEqual(ofOne);
  expect(await countsOf(made.other)).toEqual({});
});
