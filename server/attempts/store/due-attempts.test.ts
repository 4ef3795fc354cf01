import { expect, test, vi } from 'vitest';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const MINUTE_MS = 60_000;
/** The queue looks for due jobs every two seconds. */
const TIMEOUT = { timeout: HANG_MS, interval: 200 };

const environment = { VLABS_GRACE_SECONDS: '1' };
const server = setUpServer({ environment });
const admin = beforeTests(() => makeAdmin(server.pool));

async function vanish(timeLimit: string) {
  const student = await makeStudent(server.pool);
  const id = await makeQuiz(server.app, admin, { formDetails: { TimeLimit: timeLimit } });
  const calls = callsOn(server, id, student);
  const { data } = (await calls.start()).json();
  await calls.save(1, { 1: '2' });
  const { rows } = await server.pool.query('select 1');
  expect(rows).toHaveLength(1);
  return { student, calls, endedTime: String(data.endedTime) };
}

const readRow = async (quizId: string) => {
  const { rows } = await server.pool.query(
    'select submitted_by, submitted_at, answered from attempts where quiz_id = $1',
    [quizId],
  );
  return rows[0];
};

test('a student who vanishes is submitted by a job at D + G, as of D, with what was saved', async () => {
  const { calls, endedTime } = await vanish('0.001');
  await vi.waitFor(async () => {
    expect(await readRow(calls.quizId)).toEqual({
      submitted_by: 'server',
      submitted_at: new Date(endedTime),
      answered: 1,
    });
  }, TIMEOUT);
  expect((await calls.result()).json().data).toMatchObject({ score: 5, submittedBy: 'server' });
});

test('what became due while no server ran is submitted at the next start, by one of two servers', async () => {
  const clock = new TestClock();
  const { student, calls } = await vanish('1');
  expect((await readRow(calls.quizId)).submitted_by).toBeNull();
  clock.pass(62 * MINUTE_MS);
  const others = await Promise.all([
    makeSecondServer(server, { clock, environment }),
    makeSecondServer(server, { clock, environment }),
  ]);
  expect((await readRow(calls.quizId)).submitted_by).toBe('server');
  await Promise.all(others.map((other) => other.close()));
  const timeline = await callsOn(server, calls.quizId, admin).get(
    `/attempts/${student.id}/timeline`,
  );
  const steps: { step: string; by: string }[] = timeline.json().data;
  expect(steps.filter(({ step }) => step === 'submit')).toEqual([
    expect.objectContaining({ by: 'server' }),
  ]);
});
