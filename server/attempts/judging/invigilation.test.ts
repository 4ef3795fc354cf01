import { testRunTag } from '@vlabs/contract/runs/runs-in-tests';
import { describe, expect, test } from 'vitest';
import { makeListedStudent } from '../../testing/acts/make.ts';
import { SUM, answerWith, makeProgramQuiz } from '../../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';

const { server, admin, refusal, begin } = await setUpJudging();

async function sit() {
  const quizId = await makeProgramQuiz(server, admin);
  const { student, calls, teacher } = await begin(quizId);
  const check = (source: string) =>
    server.app.inject({
      method: 'POST',
      url: '/judge0/submissions?wait=true',
      headers: student.headers,
      payload: {
        source_code: source,
        language_id: 71,
        inputs: [{ stdin: '1 2\n', expected_output: '3\n' }],
        assignment: testRunTag(quizId, 2),
      },
    });
  return { quizId, student, calls, teacher, check };
}

describe.skipIf(refusal !== null)('a test with programs', () => {
  test('Rule 14: the teacher sees the saved program while it is written, and how often it was run', async () => {
    const { student, calls, teacher, check } = await sit();
    const read = async () => (await teacher.get(`/attempts/${student.id}/programs`)).json().data[0];
    expect(await read()).toMatchObject({ state: 'unanswered', text: null, runs: 0, results: [] });
    await calls.save(1, { 2: answerWith('a = 1\n') });
    expect((await check('a = 1\n')).statusCode).toBe(201);
    expect(await read()).toMatchObject({
      state: 'working',
      language: 'python',
      text: 'a = 1\n',
      runs: 1,
      points: null,
    });
    const rows: { userId: string; savedAt: string | null }[] = (
      await teacher.get('/attempts')
    ).json().data;
    expect(rows.find(({ userId }) => userId === student.id)?.savedAt).not.toBeNull();
  });

  test('Rule 8: checks cost nothing, however often they fail', async () => {
    const { quizId, calls, check } = await sit();
    for (const wrong of ['print(0)', 'print(', 'print(4)']) await check(wrong);
    await calls.submit({ 1: '2', 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    expect((await calls.result()).json().data.score).toBe(11);
  });

  test('a student gets a notice once the programs are judged', async () => {
    const { quizId, student, calls } = await sit();
    const ask = () =>
      server.app.inject({ method: 'GET', url: '/api/v1/notices', headers: student.headers });
    const results = async () => {
      const { notices } = (await ask()).json().data;
      return notices.filter(({ kind }: { kind: string }) => kind === 'result');
    };
    // The test closes what was told earlier.
    expect((await ask()).json().code).toBe('closed_work');
    await calls.submit({ 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    expect(await results()).toEqual([expect.objectContaining({ workId: quizId })]);
  });

  test('Rule 16: the teacher sees how many attempts are judged, and an estimate of the rest', async () => {
    const { quizId, calls, teacher } = await sit();
    const read = async () => (await teacher.get('/judging')).json().data;
    const none = { submitted: 0, judged: 0, failed: 0, questions: [2], secondsLeft: null };
    expect(await read()).toEqual(none);
    await calls.submit({ 2: answerWith(SUM) });
    expect(await waitUntilJudged(server, quizId, admin)).toEqual({
      submitted: 1,
      judged: 1,
      failed: 0,
      questions: [2],
      secondsLeft: null,
    });
    // Another attempt waits, and one was judged within the last minute.
    const other = await makeListedStudent(server.pool);
    await callsOn(server, quizId, other).start();
    await server.pool.query(
      `update attempts set submitted_at = now(), submitted_by = 'student', receipt_sha256 = 'a hash'
       where person_id = $1`,
      [other.id],
    );
    await server.pool.query('update judgements set judged_at = now() where quiz_id = $1', [quizId]);
    expect(await read()).toMatchObject({ submitted: 2, judged: 1, failed: 0, secondsLeft: 60 });
  });
});
