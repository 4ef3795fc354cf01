import type { QuestionProgress } from '@vlabs/contract/attempts/attempt-control';
import { expect, test, vi } from 'vitest';
import { canonicalAnswers } from '../rules/answers.ts';
import { findQuiz, listQuestions, makePaper } from '../../quizzes/quizzes.reads.ts';
import { makeQuestion, makeQuiz } from '../../testing/acts/make-quiz.ts';
import { makeTwoClasses } from '../../testing/acts/make-two-classes.ts';
import { type MadePerson, makeListedStudent } from '../../testing/acts/make.ts';
import { makeMixedQuiz, mixedQuestions, mixedSettings } from '../../testing/acts/mixed-quiz.ts';
import {
  STARTER,
  SUM,
  answerWith,
  makeProgramQuiz,
  publishUnchecked,
} from '../../testing/acts/program-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const made = beforeTests(() => makeTwoClasses(server.pool));

async function progressOf(quizId: string, caller: MadePerson): Promise<QuestionProgress> {
  const reply = await callsOn(server, quizId, caller).get('/progress');
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}

const countsOf = ({ questions }: QuestionProgress) =>
  Object.fromEntries(questions.map(({ number, answered }) => [number, answered]));

/** By the teacher's number; question 7 asks nothing. */
const valid: Record<string, string> = { 1: '1', 2: '2', 3: '1,2', 4: 'true', 5: '3 m', 6: 'x' };

/** A student answers the questions with these numbers of the teacher's, wherever the paper has them. */
async function answer(quizId: string, student: MadePerson, numbers: readonly number[]) {
  const calls = callsOn(server, quizId, student);
  const paper: Record<string, { QuestionTitle: string }> = (await calls.start()).json().data
    .questions;
  const answers: Record<string, string> = {};
  for (const [place, { QuestionTitle }] of Object.entries(paper)) {
    const [number = ''] =
      Object.entries(mixedQuestions).find(([, asked]) => asked.QuestionTitle === QuestionTitle) ??
      [];
    if (numbers.includes(Number(number))) answers[place] = valid[number] ?? '';
  }
  return { calls, answers };
}

test.each([
  ['in the order of the test', false],
  ['in an order of each student', true],
])('answers %s count under the teacher’s numbers', async (_name, isShuffled) => {
  const quizId = await makeMixedQuiz(server, made.campus, {
    settings: { ...mixedSettings, shuffleQuestions: isShuffled, shuffleOptions: isShuffled },
  });
  expect((await progressOf(quizId, made.campus)).started).toBe(0);
  for (const numbers of [[], [2], [2, 3], [2, 3, 6], [1, 2, 3, 4, 5, 6]]) {
    const student = await makeListedStudent(server.pool);
    const { calls, answers } = await answer(quizId, student, numbers);
    expect((await calls.save(1, answers)).statusCode).toBe(200);
  }
  const progress = await progressOf(quizId, made.campus);
  expect(progress.started).toBe(5);
  expect(countsOf(progress)).toEqual({ 1: 1, 2: 4, 3: 3, 4: 1, 5: 1, 6: 2 });
  expect(progress.questions[1]?.text).toBe('Which are colours of light?');
  const rows: { answered: number }[] = (
    await callsOn(server, quizId, made.campus).get('/attempts')
  ).json().data;
  expect(rows.reduce((sum, { answered }) => sum + answered, 0)).toBe(12);
});

test('counts follow what is saved, taken back, submitted and reopened', async () => {
  const quizId = await makeMixedQuiz(server, made.campus);
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  const answered = async () =>
    (await progressOf(quizId, made.campus)).questions.flatMap((question) =>
      question.answered === 1 ? question.number : [],
    );
  await calls.start();
  expect(await answered()).toEqual([]);
  await calls.save(1, { 1: '2', 4: 'true' });
  expect(await answered()).toEqual([1, 4]);
  await calls.save(2, { 4: 'false' });
  expect(await answered()).toEqual([4]);
  await calls.submit({ 5: '3 m', 6: 'x' });
  expect(await answered()).toEqual([5, 6]);
  const body = { userId: student.id, minutes: 5, reason: 'Submitted by mistake' };
  await callsOn(server, quizId, made.campus).post('/reopen', body);
  await calls.start();
  await calls.save(3, { 6: 'y' });
  expect(await answered()).toEqual([6]);
});

test('a program counts as an answer if it differs from the starter', async () => {
  const draft = await makeProgramQuiz(server, made.campus, { status: 'draft' });
  const quizId = await publishUnchecked(server, draft);
  for (const text of [STARTER, SUM]) {
    const calls = callsOn(server, quizId, await makeListedStudent(server.pool));
    await calls.start();
    expect((await calls.save(1, { 2: answerWith(text) })).statusCode).toBe(200);
  }
  const progress = await progressOf(quizId, made.campus);
  expect([progress.started, countsOf(progress)]).toEqual([2, { 1: 0, 2: 1 }]);
});

test('only those who teach the class get the counts, and assistants those of their sections', async () => {
  const settings = {
    ...mixedSettings,
    audience: { everyone: true, inClass: { classId: made.a.classId } },
  };
  const quizId = await makeQuiz(server.app, made.campus, { settings });
  for (const [student, answers] of [
    [made.a1, { 1: '1' }],
    [made.a2, { 1: '1', 2: '2' }],
  ] as const) {
    await callsOn(server, quizId, student).start();
    await callsOn(server, quizId, student).save(1, answers);
  }
  for (const teacher of [made.campus, made.owner, made.teacher]) {
    const progress = await progressOf(quizId, teacher);
    expect([progress.started, countsOf(progress)]).toEqual([2, { 1: 2, 2: 1 }]);
  }
  const ofSection = await progressOf(quizId, made.assistant);
  expect([ofSection.started, countsOf(ofSection)]).toEqual([1, { 1: 1, 2: 0 }]);
  for (const other of [made.other, made.idle, made.a1, made.b1]) {
    const reply = await callsOn(server, quizId, other).get('/progress');
    expect(reply.statusCode).toBe(403);
  }
});

test('a long question is cut, and its markup is left out', async () => {
  const long = { ...makeQuestion('2'), QuestionTitle: `**Read** ${'😀'.repeat(400)}` };
  const questions = { 1: makeQuestion('2'), 2: long };
  const quizId = await makeQuiz(server.app, made.campus, { questions });
  const { questions: listed } = await progressOf(quizId, made.campus);
  expect(listed.map(({ text }) => text)).toEqual([
    'Which is number 2?',
    `Read ${'😀'.repeat(77)}…`,
  ]);
});

const MANY = 100;
const ASKED = 9;

/** Student n has answered the questions 1 to n mod 10 of the teacher's. */
async function putAttempts(quizId: string): Promise<void> {
  const [quiz, questions] = [
    await findQuiz(server.pool, quizId),
    await listQuestions(server.pool, quizId),
  ];
  if (!quiz) throw new Error('There is no such quiz.');
  const rows = Array.from({ length: MANY }, (_, index) => {
    const id = `${quizId.slice(0, 8)}-${index}`;
    const answered = makePaper(quiz, questions, id).filter(
      ({ originalNumber }) => originalNumber <= index % (ASKED + 1),
    );
    const answers = Object.fromEntries(answered.map(({ number }) => [number, '1']));
    return { id, answers: canonicalAnswers(answers) };
  });
  await server.pool.query(
    `with people as (
       insert into people (id, name, email, role)
       select id, id, id || '@example.edu', 0
       from jsonb_to_recordset($2) as row (id text)
       returning id
     )
     insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, last_seen_at, changed_at)
     select $1, people.id, now(), now() + interval '1 hour', answers, now(), now()
     from jsonb_to_recordset($2) as row (id text, answers text)
     join people using (id)`,
    [quizId, JSON.stringify(rows)],
  );
}

test('attempts, each in its own order, are read in pieces, and again only if their answers change', async () => {
  const settings = { ...mixedSettings, shuffleQuestions: true };
  const questions = Object.fromEntries(
    Array.from({ length: ASKED }, (_, index) => [index + 1, makeQuestion('2')]),
  );
  const formDetails = { TotalQuestions: String(ASKED) };
  const quizId = await makeQuiz(server.app, made.campus, { settings, questions, formDetails });
  await putAttempts(quizId);
  const statements = vi.spyOn(server.pool, 'query');
  const countReadings = () =>
    statements.mock.calls.filter((call) => JSON.stringify(call).includes('answers, paper')).length;
  const [progress, other] = await Promise.all([
    progressOf(quizId, made.campus),
    progressOf(quizId, made.campus),
  ]);
  // In pieces, so that other calls have their turns, and once for both.
  const readings = countReadings();
  expect(readings).toBe(4);
  const expected = Array.from({ length: ASKED }, (_, index) => {
    const having = Array.from({ length: MANY }, (_one, at) => at % (ASKED + 1));
    return [index + 1, having.filter((last) => last > index).length];
  });
  expect([progress.started, countsOf(progress)]).toEqual([MANY, Object.fromEntries(expected)]);
  expect(other).toEqual(progress);
  await progressOf(quizId, made.campus);
  expect(countReadings()).toBe(readings);
  const student = callsOn(server, quizId, await makeListedStudent(server.pool));
  await student.start();
  await student.save(1, { 1: '1' });
  expect((await progressOf(quizId, made.campus)).started).toBe(MANY + 1);
  expect(countReadings()).toBe(readings + 1);
  statements.mockRestore();
});
