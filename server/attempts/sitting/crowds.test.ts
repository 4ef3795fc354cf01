import { beforeAll, expect, test } from 'vitest';
import { inTransaction, run, sql } from '../../platform/postgres/database.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import {
  type MadePerson,
  makeAdmin,
  makeListedStudent,
  makeStudent,
} from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { receiptOf } from '../rules/answers.ts';

/** More than one batch. */
const MANY = 130;

let students: MadePerson[];

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  students = await Promise.all(Array.from({ length: MANY }, () => makeStudent(server.pool)));
});

const together = <Result>(work: (student: MadePerson, index: number) => Promise<Result>) =>
  Promise.all(students.map(work));

/** A student's answers, which differ from those of their neighbours. */
const answersOf = (index: number) => ({ 1: String((index % 4) + 1), 2: String((index % 3) + 1) });

async function listRows(quizId: string): Promise<Record<string, unknown>[]> {
  const reply = await callsOn(server, quizId, admin).get('/attempts');
  return reply.json().data;
}

test('a class that starts, saves and submits together has one attempt each, with its own answers and lines', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const starts = await together((student) => callsOn(server, quizId, student).start());
  expect(starts.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const saves = await together((student, index) =>
    callsOn(server, quizId, student).save(1, answersOf(index)),
  );
  expect(saves.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const submissions = await together((student, index) =>
    callsOn(server, quizId, student).submit(answersOf(index)),
  );
  expect(submissions.map((reply) => reply.json().data.receipt)).toEqual(
    students.map((_, index) => receiptOf(answersOf(index))),
  );
  const rows = (await listRows(quizId)).filter(({ state }) => state === 'submitted');
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(MANY);
  for (const student of [students[0], students[MANY - 1]]) {
    if (!student) throw new Error('There is no such student.');
    const timeline = await callsOn(server, quizId, admin).get(`/attempts/${student.id}/timeline`);
    const steps = timeline.json().data.map(({ step, by }: Record<string, string>) => [step, by]);
    expect(steps).toEqual(['start', 'save', 'submit'].map((step) => [step, student.id]));
  }
});

test('every attempt of a class has its job for the time when it is over', async () => {
  const quizId = await makeQuiz(server.app, admin);
  await together((student) => callsOn(server, quizId, student).start());
  const { rows } = await server.pool.query(
    `select key from graphile_worker.jobs where key like 'attempt ' || $1 || ' %'`,
    [quizId],
  );
  expect(rows).toHaveLength(MANY);
});

test('students outside of the audience are refused among those who belong to it', async () => {
  const insider = await makeListedStudent(server.pool, { course: 'MCA' });
  const quizId = await makeQuiz(server.app, admin, {
    settings: {
      audience: { everyone: false, courses: ['MCA'], years: [], rollNumbers: [] },
      scoreOpens: 'at_once',
      answersOpen: 'never',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  });
  const some = [...students.slice(0, 5), insider, ...students.slice(5, 10)];
  const replies = await Promise.all(some.map((one) => callsOn(server, quizId, one).start()));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(
    some.map((one) => (one === insider ? 200 : 404)),
  );
});

test('of several starts of one student at the same moment, the last page that came may write', async () => {
  const [student] = students;
  if (!student) throw new Error('There is no student.');
  const quizId = await makeQuiz(server.app, admin);
  const calls = callsOn(server, quizId, student);
  const replies = await Promise.all(['a', 'b', 'c'].map((tab) => calls.start({ tab })));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const saves = [];
  for (const tab of ['a', 'b', 'c'])
    saves.push((await calls.save(1, { 1: '2' }, { tab })).statusCode);
  // Exactly one page may save; the server decides which one was last.
  expect(saves.filter((status) => status === 200)).toHaveLength(1);
  expect(saves.filter((status) => status === 409)).toHaveLength(2);
});

test('an attempt that somebody holds keeps nobody else waiting, and is saved when it is free', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [held, ...others] = students.slice(0, 20);
  if (!held) throw new Error('There is no student.');
  await together((student) => callsOn(server, quizId, student).start());
  let heldSave: Promise<{ statusCode: number }> | undefined;
  await inTransaction(server.pool, async (db) => {
    await run(
      db,
      sql`select 1 from attempts where quiz_id = ${quizId} and person_id = ${held.id} for update`,
    );
    heldSave = callsOn(server, quizId, held).save(1, { 1: '3' });
    const saves = await Promise.all(
      others.map((student) => callsOn(server, quizId, student).save(1, { 1: '2' })),
    );
    expect(saves.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
  expect((await heldSave)?.statusCode).toBe(200);
  const rows = await listRows(quizId);
  expect(rows.find(({ userId }) => userId === held.id)).toMatchObject({ answered: 1 });
});

test('many saves of one student at the same moment wait in one connection, and the newest replaces the others', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [flooder, other] = students;
  if (!flooder || !other) throw new Error('There is no student.');
  for (const one of [flooder, other]) await callsOn(server, quizId, one).start();
  const calls = callsOn(server, quizId, flooder);
  const saves: ReturnType<typeof calls.save>[] = [];
  await inTransaction(server.pool, async (db) => {
    await run(
      db,
      sql`select 1 from attempts where quiz_id = ${quizId} and person_id = ${flooder.id} for update`,
    );
    for (let sequence = 1; sequence <= 20; sequence += 1) {
      saves.push(calls.save(sequence, { 1: String(1 + (sequence % 4)) }));
    }
    await expect.poll(countWaiting).toBe(1);
    expect((await callsOn(server, quizId, other).save(1, { 1: '2' })).statusCode).toBe(200);
    expect(await countWaiting()).toBe(1);
  });
  const [first, ...rest] = await Promise.all(saves);
  const last = rest.pop();
  expect([first?.statusCode, last?.statusCode]).toEqual([200, 200]);
  for (const reply of rest) {
    expect(reply.json()).toMatchObject({ code: 'stale_sequence', data: { sequence: 20 } });
  }
});

/** Connections that wait for the row of an attempt. */
async function countWaiting(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('two saves of one student at the same moment end with the newer one', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [student] = students;
  if (!student) throw new Error('There is no student.');
  const calls = callsOn(server, quizId, student);
  await calls.start();
  const replies = await Promise.all(
    [1, 2, 3].map((sequence) => calls.save(sequence, { 1: String(sequence) })),
  );
  expect(replies.some(({ statusCode }) => statusCode === 200)).toBe(true);
  expect((await calls.start()).json().data).toMatchObject({
    sequence: 3,
    savedAnswers: { 1: '3' },
  });
});
