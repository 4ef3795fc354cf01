import { describe, expect, test } from 'vitest';
import {
  DOUBLE,
  SUM,
  answerWith,
  makeProgramQuiz,
  program,
} from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';

const { server, admin, refusal, begin } = await setUpJudging();

const withCases = (cases: object[], changes: object = {}) => ({
  marking: 'by_key',
  Key: { ...program.Key, cases, ...changes },
});
const [equal, secret, negative] = program.Key.cases;
const cases = [equal, secret, negative].map((one) => ({ ...one }));
/** The second test case expects what the wrong program prints. */
const reversed = withCases(
  cases.map((one) => (one.name === 'secret name' ? { ...one, output: '80\n' } : one)),
);

async function sit(quizId: string, text: string) {
  const { student, calls } = await begin(quizId);
  await calls.submit({ 2: answerWith(text) });
  return { student, calls };
}
const scoreOf = async ({ calls }: Awaited<ReturnType<typeof sit>>) =>
  (await calls.result()).json().data.score;

async function setUp() {
  const quizId = await makeProgramQuiz(server, admin);
  const [right, wrong] = [await sit(quizId, SUM), await sit(quizId, DOUBLE)];
  await waitUntilJudged(server, quizId, admin);
  const teacher = callsOn(server, quizId, admin);
  const preview = async (key: object, changes: object = {}) =>
    (await teacher.post('/key-corrections/preview', { number: 2, key, ...changes })).json().data;
  const apply = (key: object, changes: object = {}) =>
    teacher.post('/key-corrections', {
      number: 2,
      key,
      keyVersion: 0,
      reason: 'A slip',
      ...changes,
    });
  const judge = async (key: object) => {
    await teacher.post('/key-corrections/judging', { number: 2, key });
    const left = async () => (await preview(key)).toJudge;
    await expect.poll(left, { interval: 50 }).toBe(0);
  };
  return { quizId, teacher, right, wrong, preview, apply, judge };
}

describe.skipIf(refusal !== null)('Rule 10: another key of a program', () => {
  test('is previewed after its test cases were run, and applied in one step with the reason', async () => {
    const { quizId, right, wrong, teacher, preview, apply, judge } = await setUp();
    expect(await preview(reversed)).toMatchObject({ submitted: 2, toJudge: 2, changed: [] });
    const early = await apply(reversed);
    expect([early.statusCode, early.json().code]).toEqual([409, 'not_judged']);
    expect([await scoreOf(right), await scoreOf(wrong)]).toEqual([6, 1]);
    await judge(reversed);
    // Nothing has changed yet.
    expect([await scoreOf(right), await scoreOf(wrong)]).toEqual([6, 1]);
    const { changed } = await preview(reversed);
    expect(
      Object.fromEntries(
        changed.map(
          ({ userId, before, after }: { userId: string; before: number; after: number }) => [
            userId,
            [before, after],
          ],
        ),
      ),
    ).toEqual({ [right.student.id]: [6, 4], [wrong.student.id]: [1, 3] });
    expect((await apply(reversed)).json().data).toEqual({ keyVersion: 1, changed: 2 });
    expect([await scoreOf(right), await scoreOf(wrong)]).toEqual([4, 3]);
    const timeline = (await teacher.get(`/attempts/${right.student.id}/timeline`)).json().data;
    expect(timeline.at(-1)).toMatchObject({
      step: 'key-correction',
      details: { question: 2, before: 6, after: 4, reason: 'A slip' },
    });
    // The earlier results are kept.
    const { rows } = await server.pool.query(
      'select count(*)::int as count from judgements where quiz_id = $1',
      [quizId],
    );
    expect(rows[0].count).toBe(4);
  });

  test('never lowers a score if the teacher says so', async () => {
    const { right, wrong, preview, apply, judge } = await setUp();
    await judge(reversed);
    const { changed } = await preview(reversed, { neverLower: true });
    expect(changed).toMatchObject([{ userId: wrong.student.id, before: 1, after: 3 }]);
    await apply(reversed, { neverLower: true });
    expect([await scoreOf(right), await scoreOf(wrong)]).toEqual([6, 3]);
  });

  test('with other points or groups alone needs no runs', async () => {
    const { right, wrong, preview, apply } = await setUp();
    const grouped = withCases(
      cases.map((one) => ({ ...one, points: '1', group: one.name === 'secret name' ? '' : 'a' })),
    );
    expect(await preview(grouped)).toMatchObject({ toJudge: 0 });
    expect((await apply(grouped)).statusCode).toBe(200);
    // The wrong program passes one of the two test cases of the group.
    expect([await scoreOf(right), await scoreOf(wrong)]).toEqual([6, 0]);
  });

  test('is refused with its mistakes, and for a student altogether', async () => {
    const { teacher, right } = await setUp();
    const bad = withCases([{ ...cases[0], points: '-1' }]);
    const refused = await teacher.post('/key-corrections/judging', { number: 2, key: bad });
    expect(refused.statusCode).toBe(400);
    const { headers } = right.student;
    const url = `/api/v1/auth/quiz/${right.calls.quizId}/key-corrections/judging`;
    const payload = { number: 2, key: reversed };
    const forbidden = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(forbidden.statusCode).toBe(403);
  });
});
