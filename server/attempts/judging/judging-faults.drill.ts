import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import {
  SUM,
  answerWith,
  makeProgramQuiz,
  publishUnchecked,
} from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { KilledSitting } from '../../testing/killed-sitting.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { makeTestDatabase } from '../../testing/database/test-database.ts';
import { type TestApp, makeSecondServer, makeTestApp } from '../../testing/test-app.ts';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { program } from '../../testing/acts/program-quiz.ts';
import { makeQuestion } from '../../testing/acts/make-quiz.ts';

const OFTEN = { interval: 50 };
const asText = (text: string) => Buffer.from(text).toString('base64');

/** Publishes without running the programs. */
async function makeUncheckedQuiz(server: TestApp, admin: MadePerson): Promise<string> {
  return publishUnchecked(server, await makeProgramQuiz(server, admin, { status: 'draft' }));
}

async function countJobs(server: TestApp): Promise<number> {
  const text = `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'judge-attempt'`;
  return (await server.pool.query(text)).rows[0].count;
}

async function submit(server: TestApp, quizId: string) {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  expect((await calls.submit({ 1: '2', 2: answerWith(SUM) })).statusCode).toBe(200);
  return { student, calls };
}

describe('with a runner that does as it is told', () => {
  const runner = new ScriptedRunner();
  let server: TestApp;
  let admin: MadePerson;
  beforeAll(async () => {
    await runner.start();
    server = await makeTestApp({ runners: () => [runner.address] });
    admin = await makeAdmin(server.pool);
  });
  afterAll(async () => {
    await server.close();
    await runner.stop();
  });

  test('Rule 9: after three faults of ours a program waits for the teacher, who has it judged again', async () => {
    runner.script = ({ finish }) => finish({ verdict: 'internal_error' });
    const quizId = await makeUncheckedQuiz(server, admin);
    const { student, calls } = await submit(server, quizId);
    expect(await waitUntilJudged(server, quizId, admin)).toMatchObject({ judged: 0, failed: 1 });
    expect((await calls.result()).json().data).toMatchObject({ score: null, isBeingJudged: true });
    const teacher = callsOn(server, quizId, admin);
    const [shown] = (await teacher.get(`/attempts/${student.id}/programs`)).json().data;
    expect(shown).toMatchObject({ state: 'failed', points: null, results: [] });
    expect(runner.orders.length).toBeGreaterThanOrEqual(3);
    expect(await countJobs(server)).toBe(0);

    runner.script = ({ finish }) => finish({ stdoutBase64: asText('42\n') });
    expect((await teacher.post('/judging', {})).json().data).toEqual({ attempts: 1 });
    expect(await waitUntilJudged(server, quizId, admin)).toMatchObject({ judged: 1, failed: 0 });
    // One of the three test cases expects 42, for 2 points.
    expect((await calls.result()).json().data.score).toBe(7);
  });

  test('Rule 9: judging comes after every run of a person', async () => {
    runner.script = ({ finish }) => finish({ stdoutBase64: asText('8\n') });
    const quizId = await makeUncheckedQuiz(server, admin);
    await submit(server, quizId);
    await waitUntilJudged(server, quizId, admin);
    const judged = runner.orders.at(-1)?.priority ?? 0;
    const student = await makeListedStudent(server.pool);
    await server.app.inject({
      method: 'POST',
      url: '/judge0/submissions?wait=true',
      headers: student.headers,
      payload: { source_code: 'print(1)', language_id: 71 },
    });
    expect(runner.orders.at(-1)?.priority ?? 0).toBeLessThan(judged);
  });
});

test('no runner at the end of a test is no fault: the programs wait for one', async () => {
  const runner = new ScriptedRunner();
  await runner.start();
  runner.status = { ready: false, reason: 'It restarts.' };
  const server = await makeTestApp({ runners: () => [runner.address] });
  const admin = await makeAdmin(server.pool);
  const quizId = await makeUncheckedQuiz(server, admin);
  const { calls } = await submit(server, quizId);
  const isPutOff = async () => {
    const text = `select run_at > now() as later from graphile_worker.jobs
      where task_identifier = 'judge-attempt' and locked_at is null`;
    return (await server.pool.query(text)).rows[0]?.later;
  };
  await expect.poll(isPutOff, OFTEN).toBe(true);
  const teacher = callsOn(server, quizId, admin);
  expect((await teacher.get('/judging')).json().data).toMatchObject({ judged: 0, failed: 0 });
  runner.script = ({ finish }) => finish({ stdoutBase64: asText('42\n') });
  runner.status = {};
  await waitUntilJudged(server, quizId, admin);
  expect((await calls.result()).json().data.score).toBe(7);
  await server.close();
  await runner.stop();
});

test('a server that stops while it judges counts no fault', async () => {
  const runner = new ScriptedRunner();
  await runner.start();
  runner.script = async ({ say, gone }) => {
    say({ event: 'running' });
    await gone;
  };
  const database = await makeTestDatabase();
  const server = await makeTestApp({ database, runners: () => [runner.address] });
  const admin = await makeAdmin(server.pool);
  await submit(server, await makeUncheckedQuiz(server, admin));
  await expect.poll(() => runner.orders.length, OFTEN).toBeGreaterThan(0);
  await server.close();
  const { rows } = await database.pool.query('select faults from judgements where faults > 0');
  expect(rows).toEqual([]);
  await database.close();
  await runner.stop();
});

const judging = await setUpJudging();

describe.skipIf(judging.refusal !== null)('with two servers', () => {
  test('a class is judged once by both, also when one of them stops in the middle', async () => {
    const { server, admin } = judging;
    const quizId = await makeProgramQuiz(server, admin);
    const runner = await useSharedRunner();
    const second = await makeSecondServer(server, { runners: () => [runner.address] });
    const sitters = await Promise.all(Array.from({ length: 12 }, () => submit(server, quizId)));
    const judged = async () =>
      (await callsOn(server, quizId, admin).get('/judging')).json().data.judged;
    await expect.poll(judged, OFTEN).toBeGreaterThan(2);
    await second.close();
    await waitUntilJudged(server, quizId, admin);
    for (const { calls } of sitters) {
      expect((await calls.result()).json().data.score).toBe(11);
    }
    const { rows } = await server.pool.query(
      'select count(*)::int as count from judgements where quiz_id = $1',
      [quizId],
    );
    expect(rows[0].count).toBe(sitters.length);
  });

  test('attempts whose jobs are lost are judged by the next server that starts', async () => {
    const { server, admin } = judging;
    const quizId = await makeProgramQuiz(server, admin);
    const { calls } = await submit(server, quizId);
    await waitUntilJudged(server, quizId, admin);
    await server.pool.query('delete from judgements where quiz_id = $1', [quizId]);
    await server.pool.query('update attempts set score = null where quiz_id = $1', [quizId]);
    expect((await calls.result()).json().data.score).toBeNull();
    const runner = await useSharedRunner();
    const second = await makeSecondServer(server, { runners: () => [runner.address] });
    await waitUntilJudged(server, quizId, admin);
    expect((await calls.result()).json().data.score).toBe(11);
    await second.close();
  });
});

describe.skipIf(judging.refusal !== null)('a server that is killed', () => {
  test('keeps every acknowledged program, whenever kill -9 comes', async () => {
    const { address } = await useSharedRunner();
    const environment = { VLABS_RUNNER_URL: address.url, VLABS_RUNNER_TOKEN: address.token };
    const questions = { 1: makeQuestion('2'), 2: program };
    const server = new KilledSitting(environment, { questions });
    await server.begin();
    try {
      let sequence = 0;
      for (const killAfterMs of [0, 2, 5, 10, 30]) {
        sequence += 1;
        const answers = { 1: '2', 2: answerWith(`${SUM}# ${sequence}\n`) };
        const before = await server.held();
        const sent = server.save(sequence, answers).catch(() => null);
        await pause(killAfterMs);
        await server.end('SIGKILL');
        const reply = await sent;
        await server.start();
        const after = await server.held();
        // A program is saved completely or not at all, and completely if it was acknowledged.
        const isThere = after['sequence'] === sequence;
        expect(after['savedAnswers']).toEqual(isThere ? answers : before['savedAnswers']);
        expect(isThere || reply?.status !== 200).toBe(true);
        expect((await server.save(sequence, answers)).status).toBe(200);
        expect(await server.held()).toMatchObject({ sequence, savedAnswers: answers });
      }
    } finally {
      await server.close();
    }
  });
});
