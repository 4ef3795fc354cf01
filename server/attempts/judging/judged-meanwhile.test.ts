import { describe, expect, test } from 'vitest';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { DOUBLE, SUM, answerWith, makeProgramQuiz } from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { insertJudgeJobs, listUnjudged } from '../store/judgements.queries.ts';
import { countBlocked } from '../../testing/database/blocked.queries.ts';

const { server, admin, refusal, begin } = await setUpJudging();

const POLL = { timeout: HANG_MS, interval: 20 };
/** Right for one of the three test cases, after a while. */
const SLOW = `import time\ntime.sleep(1)\n${DOUBLE}`;

async function submit(quizId: string, text: string) {
  const { student, calls, teacher } = await begin(quizId);
  await calls.submit({ 1: '2', 2: answerWith(text) });
  const path = `/attempts/${student.id}/programs`;
  const give = async (points: number | null) => {
    const [{ markVersion }] = (await teacher.get(path)).json().data;
    return teacher.post(`${path}/2/points`, { points, reason: 'Nearly right', markVersion });
  };
  const shown = async () => (await teacher.get(path)).json().data[0];
  const score = async () => (await calls.result()).json().data.score;
  const reopen = () =>
    teacher.post('/reopen', { userId: student.id, minutes: 5, reason: 'The power failed.' });
  return { student, calls, teacher, give, shown, score, reopen };
}

const runsLeft = async () => {
  const text = 'select count(*)::integer as left from runs where finished_at is null';
  return (await server.pool.query(text)).rows[0].left;
};

describe.skipIf(refusal !== null)('an attempt that changes while it is judged or scored', () => {
  test('points taken back during a correction are not in its scores', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, teacher, give, score } = await submit(quizId, DOUBLE);
    await waitUntilJudged(server, quizId, admin);
    await give(4.5);
    expect(await score()).toBe(9.5);
    // The teacher who takes points back has locked the attempt, and waits here.
    const holder = await server.pool.connect();
    await holder.query('begin');
    await holder.query('select from judgements where person_id = $1 for update', [student.id]);
    const takingBack = give(null);
    await expect.poll(() => countBlocked(server.pool), POLL).toBe(1);
    const key = { marking: 'by_key', right: ['1'] };
    const correction = { number: 1, key, keyVersion: 0, reason: 'A slip' };
    const correcting = teacher.post('/key-corrections', correction);
    await expect.poll(() => countBlocked(server.pool), POLL).toBe(2);
    await holder.query('commit');
    holder.release();
    expect((await takingBack).statusCode).toBe(200);
    expect((await correcting).statusCode).toBe(200);
    expect(await score()).toBe(1);
  });

  test('a judgement of the program before a reopening leaves the later one and its score', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { calls, reopen, shown, score, teacher } = await submit(quizId, SLOW);
    await expect.poll(runsLeft, POLL).toBe(1);
    await reopen();
    await calls.submit({ 1: '2', 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    expect(await score()).toBe(11);
    await expect.poll(runsLeft, POLL).toBe(0);
    await expect
      .poll(async () => {
        const text = 'select count(*)::integer as judged from judgements where quiz_id = $1';
        return (await server.pool.query(text, [quizId])).rows[0].judged;
      }, POLL)
      .toBe(2);
    expect(await shown()).toMatchObject({ state: 'judged', points: 6 });
    const key = { marking: 'by_key', right: ['1'] };
    const corrected = await teacher.post('/key-corrections', {
      number: 1,
      key,
      keyVersion: 0,
      reason: 'A slip',
    });
    expect(corrected.statusCode).toBe(200);
    expect(await score()).toBe(6);
  });

  test('a full queue is no fault of the program, which is judged once there is room', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, score } = await submit(quizId, SUM);
    await waitUntilJudged(server, quizId, admin);
    const crowd = crypto.randomUUID();
    await server.pool.query(
      `insert into runs (token, owner, priority, language_id, source_code, redirect_stderr_to_stdout,
         times_each, limits)
       select gen_random_uuid(), $1, 0, 71, '', false, 1, '{}'
       from generate_series(1, 5000)`,
      [crowd],
    );
    await server.pool.query('update attempts set score = null where person_id = $1', [student.id]);
    await server.pool.query('delete from judgements where person_id = $1', [student.id]);
    await insertJudgeJobs(server.pool, [{ quizId, personId: student.id }]);
    const waiting = `select count(*)::integer as jobs from graphile_worker.jobs
      where key = $1 and run_at > now() and locked_at is null`;
    const key = `judge ${quizId} ${student.id}`;
    const jobs = async () => (await server.pool.query(waiting, [key])).rows[0].jobs;
    await expect.poll(jobs, POLL).toBe(1);
    const { rows } = await server.pool.query('select from judgements where person_id = $1', [
      student.id,
    ]);
    expect(rows).toEqual([]);
    await server.pool.query('delete from runs where owner = $1', [crowd]);
    await insertJudgeJobs(server.pool, [{ quizId, personId: student.id }]);
    await waitUntilJudged(server, quizId, admin);
    expect(await score()).toBe(11);
  });

  test('a judging run that an admin stops is repeated, and its test cases are not lost', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, score } = await submit(quizId, SLOW);
    const running = `select token from runs where finished_at is null and started_at is not null`;
    const tokens = async () => (await server.pool.query(running)).rows;
    await expect.poll(async () => (await tokens()).length, POLL).toBe(1);
    const [{ token }] = await tokens();
    const { headers } = admin;
    const url = `/api/v1/runs/${token}/stop`;
    expect((await server.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
    const text =
      'select count(*)::integer as left from runs where token = $1 and finished_at is null';
    const left = async () => (await server.pool.query(text, [token])).rows[0].left;
    await expect.poll(left, POLL).toBe(0);
    await insertJudgeJobs(server.pool, [{ quizId, personId: student.id }]);
    await waitUntilJudged(server, quizId, admin);
    expect(await score()).toBe(6);
    const kept = 'select faults, report from judgements where person_id = $1';
    const { rows } = await server.pool.query(kept, [student.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0].faults).toBe(0);
    expect(rows[0].report.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'passed',
      'wrong_output',
      'wrong_output',
    ]);
  });

  test('an attempt that has lost its job is judged by the sweep', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, score } = await submit(quizId, SUM);
    await waitUntilJudged(server, quizId, admin);
    await server.pool.query('update attempts set score = null where person_id = $1', [student.id]);
    await server.pool.query('delete from judgements where person_id = $1', [student.id]);
    await insertJudgeJobs(server.pool, await listUnjudged(server.pool, 3));
    expect(await listUnjudged(server.pool, 3)).toEqual([]);
    await waitUntilJudged(server, quizId, admin);
    expect(await score()).toBe(11);
  });
});
