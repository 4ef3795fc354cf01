import { applyStep } from '@vlabs/contract/attempts/judging';
import { getWriting, type WritingStep } from '@vlabs/contract/attempts/judging';
import { describe, expect, test, vi } from 'vitest';
import { SUM, answerWith, makeProgramQuiz } from '../../testing/acts/program-quiz.ts';
import { setUpJudging } from '../../testing/judging.setup.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';

const { server, admin, refusal, begin } = await setUpJudging();

async function sit() {
  const quizId = await makeProgramQuiz(server, admin);
  const { student, calls } = await begin(quizId);
  const steps = async (by = admin) => {
    const reply = await callsOn(server, quizId, by).get(
      `/attempts/${student.id}/programs/2/writing`,
    );
    return getWriting.reply.parse(reply.json()).data;
  };
  return { quizId, student, calls, steps };
}

/** The text after each step. */
function play(steps: readonly WritingStep[]): string[] {
  let text = '';
  return steps.map((step) => {
    text = applyStep(text, step);
    return text;
  });
}

describe.skipIf(refusal !== null)('Rule 13: how a program was typed', () => {
  test('is recorded as the changes between saves, and gives every saved text back', async () => {
    const { calls, steps } = await sit();
    const texts = ['a', 'a, b', 'a, b = input()', 'x = 1\na, b = input()', SUM];
    for (const [at, text] of texts.entries()) {
      await calls.save(at + 1, { 1: '2', 2: answerWith(text) });
    }
    // Another answer alone is no step.
    await calls.save(texts.length + 1, { 1: '3', 2: answerWith(SUM) });
    const recorded = await steps();
    expect(play(recorded)).toEqual(texts);
    expect(recorded[1]).toMatchObject({ language: 'python', from: 1, removed: 0, added: ', b' });
  });

  test('goes on in another language, after a reopening, and after saves that were decided one by one', async () => {
    const { quizId, student, calls, steps } = await sit();
    await calls.save(1, { 2: answerWith(SUM) });
    await calls.save(2, { 2: answerWith('int x;', 'c', { python: SUM }) });
    await calls.save(3, { 2: answerWith('int xy;', 'c', { python: SUM }) });
    await calls.submit({ 2: answerWith('int xyz;', 'c') });
    const reopened = { userId: student.id, minutes: 5, reason: 'The power failed.' };
    await callsOn(server, quizId, admin).post('/reopen', reopened);
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query('select from attempts where quiz_id = $1 for update', [quizId]);
    const waiting = calls.save(4, { 2: answerWith('int xyz = 1;', 'c') });
    await client.query('commit');
    client.release();
    expect((await waiting).statusCode).toBe(200);
    expect(play(await steps())).toEqual([SUM, 'int x;', 'int xy;', 'int xyz;', 'int xyz = 1;']);
  });

  test('ends at a limit, and the program is saved all the same', async () => {
    const { student, calls, steps } = await sit();
    await server.pool.query('update attempts set writing_bytes = 4194304 where person_id = $1', [
      student.id,
    ]);
    expect((await calls.save(1, { 2: answerWith(SUM) })).statusCode).toBe(200);
    expect(await steps()).toEqual([]);
    expect((await calls.start()).json().data.savedAnswers).toEqual({ 2: answerWith(SUM) });
  });

  test('is for teachers alone', async () => {
    const { quizId, student } = await sit();
    const reply = await callsOn(server, quizId, student).get(
      `/attempts/${student.id}/programs/2/writing`,
    );
    expect(reply.statusCode).toBe(403);
  });

  test('a program is parsed once for its own save, the next one and the submission', async () => {
    const { calls } = await sit();
    const [first, second] = [answerWith('a = 1'), answerWith('a = 12')];
    const parse = vi.spyOn(JSON, 'parse');
    await calls.save(1, { 2: first });
    await calls.save(2, { 2: second });
    await calls.submit({ 2: second });
    const parsesOf = (answer: string) =>
      parse.mock.calls.filter(([text]) => text === answer).length;
    expect([parsesOf(first), parsesOf(second)]).toEqual([1, 1]);
    parse.mockRestore();
  });
});
