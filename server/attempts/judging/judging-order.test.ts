import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { makeQuestion, makeQuiz } from '../../testing/acts/make-quiz.ts';
import { mixedSettings } from '../../testing/acts/mixed-quiz.ts';
import { answerWith, program, publishUnchecked } from '../../testing/acts/program-quiz.ts';
import { waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { insertJudgeJobs } from '../store/judgements.queries.ts';

const runner = new ScriptedRunner();
let server: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
/** Ends the programs that sleep. */
let wake: () => void = () => undefined;

beforeAll(async () => {
  await runner.start();
  server = await makeTestApp({ runners: () => [runner.address] });
  admin = await makeAdmin(server.pool);
});
beforeEach(() => {
  runner.orders.length = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  wake = resolve;
  runner.script = async ({ order, say, finish }) => {
    const text = sourceOf(order);
    say({ event: 'running' });
    if (text.startsWith('sleep')) await promise;
    finish(text.startsWith('slow') ? { verdict: 'time_limit' } : {});
  };
});
afterAll(async () => {
  wake();
  await server.close();
  await runner.stop();
});

const sourceOf = ({ sourceBase64 }: { sourceBase64: string }) =>
  Buffer.from(sourceBase64, 'base64').toString();
const judged = () => runner.orders.map(sourceOf);

const keysOf = (quizId: string, ...people: string[]) =>
  people.map((personId) => ({ quizId, personId }));

/** A test with these many programs as questions 2 and on. */
async function makeTest(programs = 1): Promise<string> {
  const questions = Array.from({ length: programs }, (_, index) => [index + 2, program]);
  const quizId = await makeQuiz(server.app, admin, {
    status: 'draft',
    formDetails: { TotalQuestions: String(programs + 1) },
    questions: { 1: makeQuestion('2'), ...Object.fromEntries(questions) },
    settings: mixedSettings,
  });
  return publishUnchecked(server, quizId);
}

/** A student hands in these programs. */
async function submit(quizId: string, ...texts: string[]): Promise<void> {
  const calls = callsOn(server, quizId, await makeListedStudent(server.pool));
  await calls.start();
  const answers = texts.map((text, index) => [index + 2, answerWith(text)]);
  await calls.submit({ 1: '2', ...Object.fromEntries(answers) });
}

test('two sleeping programs of a class do not delay the judging of another', async () => {
  const [sleepy, other] = [await makeTest(), await makeTest()];
  await submit(sleepy, 'sleep 1');
  await submit(sleepy, 'sleep 2');
  await submit(sleepy, 'sleep 3');
  await expect.poll(judged, PATIENTLY).toEqual(['sleep 1', 'sleep 2']);
  await submit(other, 'print');
  expect(await waitUntilJudged(server, other, admin)).toMatchObject({ judged: 1 });
  expect(judged()).toEqual(['sleep 1', 'sleep 2', 'print']);
  wake();
  expect(await waitUntilJudged(server, sleepy, admin)).toMatchObject({ judged: 3 });
});

test('an attempt whose program met a time limit goes on behind quick ones, and every program is run', async () => {
  const quizId = await makeTest(2);
  await submit(quizId, 'sleep', 'quick a');
  await expect.poll(judged, PATIENTLY).toEqual(['sleep']);
  // One place is left: what is submitted first is judged first.
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { script } = runner;
  runner.script = async (work) => {
    if (sourceOf(work.order) === 'slow') await gate;
    await script(work);
  };
  await submit(quizId, 'slow', 'after slow');
  await expect.poll(judged, PATIENTLY).toEqual(['sleep', 'slow']);
  await submit(quizId, 'quick b', 'quick c');
  open();
  await expect.poll(judged, PATIENTLY).toContain('after slow');
  expect(judged()).toEqual(['sleep', 'slow', 'quick b', 'quick c', 'after slow']);
  wake();
  expect(await waitUntilJudged(server, quizId, admin)).toMatchObject({ judged: 3, failed: 0 });
});

test('tests take turns, and attempts that wait keep theirs', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const db = await server.pool.connect();
  const order = async () => {
    const { rows } = await db.query(
      `select split_part(key, ' ', 2) = $1 as is_first, split_part(key, ' ', 3) as person
       from graphile_worker.jobs where key like 'judge %' and split_part(key, ' ', 2) in ($1, $2) order by priority, run_at`,
      [first, second],
    );
    return rows.map(({ is_first: isFirst, person }) => `${isFirst ? 1 : 2} ${person}`);
  };
  try {
    // Never committed, so nothing takes the jobs.
    await db.query('begin');
    await insertJudgeJobs(db, keysOf(first, 'a', 'b', 'c'));
    await insertJudgeJobs(db, keysOf(second, 'a'));
    await insertJudgeJobs(db, keysOf(second, 'b'));
    expect(await order()).toEqual(['1 a', '2 a', '1 b', '2 b', '1 c']);
    await insertJudgeJobs(db, keysOf(first, 'a'), { delayMs: 1 });
    await insertJudgeJobs(db, keysOf(first, 'b'), { isBehind: true });
    expect(await order()).toEqual(['2 a', '1 a', '2 b', '1 c', '1 b']);
  } finally {
    await db.query('rollback');
    db.release();
  }
});
