import { describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { DOUBLE, answerWith, makeProgramQuiz } from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { type TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const clock = new TestClock();
const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));

const correct = (
  on: TestApp,
  quizId: string,
  { by = admin, ...changes }: Record<string, unknown> & { by?: MadePerson },
) => {
  const reason = 'The key was wrong.';
  return callsOn(on, quizId, by).post('/key-corrections', { reason, ...changes });
};
const byKey = (right: string) => ({ marking: 'by_key', right: [right] });

async function submitted(changes: object, answers: Record<string, string>) {
  const quizId = await makeQuiz(server.app, admin, changes);
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  await calls.submit(answers);
  const score = async () => (await calls.result()).json().data.score;
  const mean = async () => {
    const url = `/api/v1/insight/quizzes/${quizId}`;
    const { headers } = admin;
    return (await server.app.inject({ method: 'GET', url, headers })).json().data.figures.mean;
  };
  return { quizId, student, calls, score, mean };
}

test('a correction that lowers no score is kept by later corrections, and by the statistics', async () => {
  const { quizId, score, mean } = await submitted({}, { 1: '2', 2: '1' });
  await correct(server, quizId, { number: 1, key: byKey('4'), keyVersion: 0, neverLower: true });
  expect([await score(), await mean()]).toEqual([5, 50]);
  await correct(server, quizId, { number: 2, key: byKey('1'), keyVersion: 1 });
  expect([await score(), await mean()]).toEqual([10, 100]);
  await correct(server, quizId, { number: 1, key: byKey('3'), keyVersion: 2 });
  expect([await score(), await mean()]).toEqual([5, 50]);
});

test('what a correction kept counts after a reopening for the same answer alone', async () => {
  const { quizId, student, calls, score } = await submitted({}, { 1: '2', 2: '1' });
  await correct(server, quizId, { number: 1, key: byKey('4'), keyVersion: 0, neverLower: true });
  const teacher = callsOn(server, quizId, admin);
  const reopen = () =>
    teacher.post('/reopen', { userId: student.id, minutes: 5, reason: 'The power failed.' });
  await reopen();
  await calls.submit({ 1: '2', 2: '3' });
  expect(await score()).toBe(10);
  await reopen();
  await calls.submit({ 1: '1', 2: '3' });
  expect(await score()).toBe(5);
});

test('a result that is open stays open while another student is reopened', async () => {
  const settings = {
    audience: { everyone: true, courses: [], years: [], rollNumbers: [] },
    scoreOpens: 'at_end' as const,
    answersOpen: 'at_end' as const,
    shuffleQuestions: false,
    shuffleOptions: false,
  };
  const { quizId, score } = await submitted({ settings }, { 1: '2', 2: '1' });
  const other = await makeListedStudent(server.pool);
  await callsOn(server, quizId, other).start();
  await callsOn(server, quizId, other).submit({ 1: '2' });
  expect(await score()).toBeNull();
  clock.set(Date.now() + 25 * HOUR_MS);
  expect(await score()).toBe(5);
  const reason = 'The power failed.';
  await callsOn(server, quizId, admin).post('/reopen', { userId: other.id, minutes: 5, reason });
  expect(await score()).toBe(5);
});

const judging = await setUpJudging();

describe.skipIf(judging.refusal !== null)('in a test with programs', () => {
  const { server: judged, admin: teacher } = judging;

  async function sit() {
    const quizId = await makeProgramQuiz(judged, teacher);
    const student = await makeListedStudent(judged.pool);
    const calls = callsOn(judged, quizId, student);
    await calls.start();
    await calls.submit({ 1: '2', 2: answerWith(DOUBLE) });
    const score = async () => (await calls.result()).json().data.score;
    const give = async (points: number | null) => {
      const path = `/attempts/${student.id}/programs`;
      const asked = callsOn(judged, quizId, teacher);
      const [{ markVersion }] = (await asked.get(path)).json().data;
      return asked.post(`${path}/2/points`, { points, reason: 'Nearly right', markVersion });
    };
    return { quizId, student, score, give };
  }

  test('points by hand leave what a correction kept', async () => {
    const { quizId, score, give } = await sit();
    await waitUntilJudged(judged, quizId, teacher);
    const kept = { by: teacher, number: 1, key: byKey('4'), keyVersion: 0, neverLower: true };
    await correct(judged, quizId, kept);
    expect(await score()).toBe(6);
    await give(4);
    expect(await score()).toBe(9);
    await give(null);
    expect(await score()).toBe(6);
  });

  test('leaving out a program scores the attempts that could not be judged', async () => {
    const { quizId, student, score } = await sit();
    await waitUntilJudged(judged, quizId, teacher);
    await judged.pool.query('update attempts set score = null where quiz_id = $1', [quizId]);
    await judged.pool.query(
      `update judgements set judgement = null, report = null, judged_at = null, faults = 3
       where person_id = $1`,
      [student.id],
    );
    expect(await score()).toBeNull();
    const leftOut = { by: teacher, number: 2, key: { marking: 'left_out' }, keyVersion: 0 };
    expect((await correct(judged, quizId, leftOut)).json().data.changed).toBe(1);
    expect(await score()).toBe(5);
  });
});
