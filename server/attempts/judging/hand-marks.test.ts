import { markProgram } from '@vlabs/contract/attempts/judging';
import { describe, expect, test } from 'vitest';
import { makeListedStudent } from '../../testing/acts/make.ts';
import { DOUBLE, SUM, answerWith, makeProgramQuiz } from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';

const { server, admin, refusal, begin } = await setUpJudging();

async function submit(text: string) {
  const quizId = await makeProgramQuiz(server, admin);
  const { student, calls, teacher } = await begin(quizId);
  await calls.submit({ 1: '2', 2: answerWith(text) });
  await waitUntilJudged(server, quizId, admin);
  const path = `/attempts/${student.id}/programs`;
  const give = async (points: number | null, number = 2) => {
    const shown = (await teacher.get(path)).json().data;
    const program = shown.find((one: { number: number }) => one.number === number);
    const markVersion = program?.markVersion ?? 0;
    return teacher.post(`${path}/${number}/points`, { points, reason: 'So', markVersion });
  };
  const shown = async () => (await teacher.get(path)).json().data[0];
  const score = async () => (await calls.result()).json().data.score;
  return { quizId, student, calls, teacher, give, shown, score };
}

describe.skipIf(refusal !== null)('points by hand', () => {
  test('count in place of the test cases, until they are taken back', async () => {
    const { give, shown, score, teacher, student } = await submit(DOUBLE);
    expect(await shown()).toMatchObject({ points: 1, maxPoints: 6, isByHand: false });
    expect(markProgram.reply.parse((await give(4.5)).json()).data).toEqual({ score: 9.5 });
    expect(await score()).toBe(9.5);
    expect(await shown()).toMatchObject({ points: 4.5, isByHand: true, state: 'judged' });
    const timeline = (await teacher.get(`/attempts/${student.id}/timeline`)).json().data;
    expect(timeline.at(-1)).toMatchObject({
      step: 'hand-mark',
      by: admin.id,
      details: { question: 2, points: 4.5, before: 6, after: 9.5, reason: 'So' },
    });
    expect((await give(null)).json().data).toEqual({ score: 6 });
    expect(await shown()).toMatchObject({ points: 1, isByHand: false });
  });

  test('do not replace those of another teacher that were not seen', async () => {
    const { give, score, teacher, student } = await submit(DOUBLE);
    await give(4.5);
    const path = `/attempts/${student.id}/programs/2/points`;
    const refused = await teacher.post(path, { points: 2, reason: 'Half', markVersion: 0 });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'marked_meanwhile']);
    expect(await score()).toBe(9.5);
  });

  test('stay when the key is corrected, and end when the attempt is reopened', async () => {
    const { give, score, teacher, student, quizId, calls } = await submit(DOUBLE);
    await give(3);
    const key = { marking: 'by_key', right: ['1'] };
    await teacher.post('/key-corrections', { number: 1, key, keyVersion: 0, reason: 'A slip' });
    expect(await score()).toBe(3);
    await teacher.post('/reopen', { userId: student.id, minutes: 5, reason: 'The power failed.' });
    await calls.submit({ 1: '2', 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    expect(await score()).toBe(6);
  });

  test('release an attempt that could not be judged', async () => {
    const { quizId, student, give, score } = await submit(SUM);
    await server.pool.query('update attempts set score = null where quiz_id = $1', [quizId]);
    await server.pool.query(
      `update judgements set judgement = null, report = null, judged_at = null, faults = 3
       where person_id = $1`,
      [student.id],
    );
    expect(await score()).toBeNull();
    expect((await give(6)).json().data).toEqual({ score: 11 });
    expect(await score()).toBe(11);
  });

  test.each([
    ['more points than the question has', 6.01, 2, 400],
    ['negative points', -1, 2, 400],
    ['three decimals', 1.005, 2, 400],
    ['a question that is no program', 1, 1, 404],
    ['a question that is not there', 1, 9, 404],
  ])('%s are refused', async (_what, points, number, status) => {
    const { give, score } = await submit(DOUBLE);
    expect((await give(points, number)).statusCode).toBe(status);
    expect(await score()).toBe(6);
  });

  test('cannot be given before the submission', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const student = await makeListedStudent(server.pool);
    await callsOn(server, quizId, student).start();
    const path = `/attempts/${student.id}/programs/2/points`;
    const refused = await callsOn(server, quizId, admin).post(path, { points: 1, reason: 'So' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'not_submitted']);
  });
});
