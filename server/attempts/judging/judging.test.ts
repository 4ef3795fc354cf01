import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  DOUBLE,
  STARTER,
  SUM,
  answerWith,
  makeProgramQuiz,
  program,
} from '../../testing/acts/program-quiz.ts';
import { makeQuestion } from '../../testing/acts/make-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { TestClock } from '../../testing/test-clock.ts';

const clock = new TestClock();
const { server, admin, refusal, begin: sit } = await setUpJudging({ clock });
beforeEach(() => clock.set(Date.now()));

const HOUR_MS = 3_600_000;
const IMPORTING = 'from shown import sum_of\nprint(sum_of(*map(int, input().split())))\n';
const fileOf = (path: string, text: string) => ({ path, text });
const shaOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe.skipIf(refusal !== null)('a program in a test', () => {
  test('Rule 2: the last saved text counts, in the language that was open last, without a button', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, calls } = await sit(quizId);
    await calls.save(1, { 1: '2', 2: answerWith(SUM) });
    const inC = '#include <stdio.h>\nint main(void) { puts("8"); }\n';
    await calls.save(2, { 1: '2', 2: answerWith(inC, 'c', { python: SUM }) });
    await callsOn(server, quizId, admin).post('/end', { userId: student.id, reason: 'Over.' });
    await waitUntilJudged(server, quizId, admin);
    // The program in C passes the first test case, for 1 of 6 points.
    expect((await calls.result()).json().data).toMatchObject({ score: 6, totalScore: 11 });
    const path = `/attempts/${student.id}/programs`;
    const [shown] = (await callsOn(server, quizId, admin).get(path)).json().data;
    expect(shown).toMatchObject({ language: 'c', text: inC, state: 'judged' });
    expect(shown.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'passed',
      'wrong_output',
      'wrong_output',
    ]);
  });

  test('Rule 3: a receipt names language and hash of a program, and other receipts stay as they are', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { calls } = await sit(quizId);
    const submitted = await calls.submit({ 1: '2', 2: answerWith(SUM) });
    const programs = { 2: { language: 'python', sha256: shaOf(SUM) } };
    expect(submitted.json().data.receipt).toEqual({
      answers: 2,
      sha256: shaOf(`{"1":"2","programs":${JSON.stringify(programs)}}`),
      programs,
    });
    const without = await sit(quizId);
    const { receipt } = (await without.calls.submit({ 1: '2' })).json().data;
    expect(receipt).toEqual({ answers: 1, sha256: shaOf('{"1":"2"}') });
  });

  test('Rule 4: the unchanged starter is unanswered, earns 0 and is not judged', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, calls } = await sit(quizId);
    const submitted = await calls.submit({ 1: '2', 2: answerWith(`\n${STARTER}\n  `) });
    expect(submitted.json().data).toMatchObject({ answered: 1, unanswered: 1, score: 5 });
    const { rows } = await server.pool.query('select 1 from judgements where person_id = $1', [
      student.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('Rule 7: a text that does not compile earns 0, and the teacher sees the compiler’s message', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, calls } = await sit(quizId);
    await calls.submit({ 2: answerWith('int main( {', 'c') });
    await waitUntilJudged(server, quizId, admin);
    expect((await calls.result()).json().data.score).toBe(0);
    const path = `/attempts/${student.id}/programs`;
    const [shown] = (await callsOn(server, quizId, admin).get(path)).json().data;
    expect(shown.compileOutput).toContain('error');
    expect(shown.results[0].outcome).toBe('not_compiled');
  });

  test('a long output with characters of two units is cut where it can be stored', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { calls } = await sit(quizId);
    await calls.submit({ 1: '2', 2: answerWith('print("a" + "\u{1f600}" * 600)\n') });
    expect(await waitUntilJudged(server, quizId, admin)).toMatchObject({ judged: 1, failed: 0 });
    expect((await calls.result()).json().data.score).toBe(5);
  });

  test('Rule 9: no score opens before every submitted program of the test is judged', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const [one, other] = [await sit(quizId), await sit(quizId)];
    // Nobody judges meanwhile.
    const { rows } = await server.pool.query(
      `update attempts set submitted_at = now(), submitted_by = 'student', receipt_sha256 = 'a hash'
       where person_id = $1 returning 1`,
      [other.student.id],
    );
    expect(rows).toHaveLength(1);
    const submitted = await one.calls.submit({ 1: '2', 2: answerWith(SUM) });
    expect(submitted.json().data).toMatchObject({ score: null, isBeingJudged: true });
    const ownScore = async () => {
      const text = 'select score from attempts where quiz_id = $1 and person_id = $2';
      return (await server.pool.query(text, [quizId, one.student.id])).rows[0].score;
    };
    await expect.poll(ownScore, { interval: 50 }).toBe(11);
    clock.set(Date.now() + 48 * HOUR_MS);
    const shown = (await one.calls.result()).json().data;
    expect(shown).toMatchObject({ score: null, isBeingJudged: true });
    expect(shown.questions).toBeUndefined();
    await server.pool.query('update attempts set score = 3 where person_id = $1', [
      other.student.id,
    ]);
    expect((await one.calls.result()).json().data).toMatchObject({ score: 11 });
  });

  test('Rule 6: hidden test cases are in no reply to a student, during the test or after its release', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { calls } = await sit(quizId);
    const { calls: othersCalls } = await sit(quizId);
    const replies = [await othersCalls.start(), await calls.save(1, { 2: answerWith(DOUBLE) })];
    replies.push(await calls.submit({ 2: answerWith(DOUBLE) }));
    await othersCalls.submit({ 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    clock.set(Date.now() + 48 * HOUR_MS);
    replies.push(await calls.result());
    const { questions } = replies.at(-1)?.json().data ?? {};
    expect(questions[2]).toMatchObject({
      mark: 1,
      judgement: JSON.stringify({ outcomes: ['passed', 'wrong_output', 'wrong_output'] }),
      markedAnswer: answerWith(DOUBLE),
    });
    for (const { body } of replies) {
      expect(body).not.toMatch(/40 2|secret name|-71|negative|print\(a \+ b\)/);
    }
  });

  test('a program is judged with the teacher’s files, which take the place of its own', async () => {
    const question = {
      ...program,
      Body: {
        ...program.Body,
        starters: {},
        files: [fileOf('shown.py', 'from hidden import sum_of')],
      },
      Key: {
        ...program.Key,
        files: [fileOf('hidden.py', 'def sum_of(a, b):\n    return a + b\n')],
        solution: { language: 'python', text: IMPORTING },
      },
    };
    const quizId = await makeProgramQuiz(server, admin, {
      questions: { 1: makeQuestion('2'), 2: question },
    });
    const { calls } = await sit(quizId);
    const cheat = '===== hidden.py =====\ndef sum_of(a, b): return 8\n';
    await calls.submit({ 2: answerWith(`${IMPORTING}\n${cheat}`) });
    await waitUntilJudged(server, quizId, admin);
    expect((await calls.result()).json().data.score).toBe(6);
  });

  test('what the teacher reveals is shown after the release', async () => {
    const revealing = { ...program, Key: { ...program.Key, reveals: 'all' } };
    const quizId = await makeProgramQuiz(server, admin, {
      formDetails: { TotalQuestions: '1' },
      questions: { 1: revealing },
    });
    const { calls } = await sit(quizId);
    await calls.submit({ 1: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    clock.set(Date.now() + 48 * HOUR_MS);
    expect((await calls.result()).json().data.questions[1].Key).toEqual(revealing.Key);
  });

  test.each([
    ['too long a text', answerWith('x'.repeat(65_537))],
    ['a language of another question', answerWith(SUM, 'java')],
    ['no JSON', SUM],
    ['an unknown field', JSON.stringify({ language: 'c', drafts: {}, score: 100 })],
    ['a NUL', answerWith('print("\0")')],
  ])('%s is refused, and what was saved before stays', async (_what, answer) => {
    const quizId = await makeProgramQuiz(server, admin);
    const { calls } = await sit(quizId);
    await calls.save(1, { 2: answerWith(SUM) });
    const refused = await calls.save(2, { 2: answer });
    expect(refused.statusCode).toBe(400);
    expect((await calls.start()).json().data.savedAnswers).toEqual({ 2: answerWith(SUM) });
  });

  test('statistics count programs by their judgements, and a reopened attempt is judged again', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const { student, calls } = await sit(quizId);
    await calls.submit({ 2: answerWith(DOUBLE) });
    await waitUntilJudged(server, quizId, admin);
    const teacher = callsOn(server, quizId, admin);
    await teacher.post('/reopen', { userId: student.id, minutes: 5, reason: 'The power failed.' });
    await calls.submit({ 2: answerWith(SUM) });
    await waitUntilJudged(server, quizId, admin);
    expect((await calls.result()).json().data.score).toBe(6);
    const url = `/api/v1/insight/quizzes/${quizId}`;
    const { headers } = admin;
    const { questions } = (await server.app.inject({ method: 'GET', url, headers })).json().data;
    expect(questions[1].facility).toBe(100);
    expect(questions[1].answers[0]).toMatchObject({ name: 'all', count: 1, isRight: true });
  });
});
