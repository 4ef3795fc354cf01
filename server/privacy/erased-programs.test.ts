import { describe, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import { DOUBLE, answerWith, makeProgramQuiz } from '../testing/acts/program-quiz.ts';
import { setUpJudging, waitUntilJudged } from '../testing/judging.setup.ts';
import { KeptPeople } from '../testing/acts/rich-student.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';

const { server, admin, refusal } = await setUpJudging();

describe.skipIf(refusal !== null)('the programs of an erased person', () => {
  test('keep their judgements and how they were typed, under the placeholder', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const student = await makeStudent(server.pool);
    const calls = callsOn(server, quizId, student);
    await calls.start();
    await calls.save(1, { 2: answerWith(DOUBLE) });
    await calls.submit({ 1: '2', 2: answerWith(DOUBLE) });
    await waitUntilJudged(server, quizId, admin);
    const teacher = callsOn(server, quizId, admin);
    const read = async (id: string) => ({
      programs: (await teacher.get(`/attempts/${id}/programs`)).json().data,
      writing: (await teacher.get(`/attempts/${id}/programs/2/writing`)).json().data,
    });
    const before = await read(student.id);
    expect(before.programs).toMatchObject([{ state: 'judged', points: 1 }]);

    const placeholder = await erase(student, quizId);
    expect(await read(placeholder)).toEqual(before);
  });

  test('are judged under the placeholder if they still wait', async () => {
    const quizId = await makeProgramQuiz(server, admin);
    const student = await makeStudent(server.pool);
    const calls = callsOn(server, quizId, student);
    await calls.start();
    await calls.submit({ 1: '2', 2: answerWith(DOUBLE) });
    await waitUntilJudged(server, quizId, admin);
    await server.pool.query('delete from judgements where quiz_id = $1', [quizId]);
    await server.pool.query('update attempts set score = null where quiz_id = $1', [quizId]);

    const placeholder = await erase(student, quizId);
    await waitUntilJudged(server, quizId, admin);
    const teacher = callsOn(server, quizId, admin);
    const programs = (await teacher.get(`/attempts/${placeholder}/programs`)).json().data;
    expect(programs).toMatchObject([{ state: 'judged', points: 1 }]);
  });
});

/** Erases a person and returns the placeholder. */
async function erase(student: MadePerson, quizId: string): Promise<string> {
  const erasing = erasingBy(server, admin);
  await erasing.call('POST', `/people/${student.id}/erasure`, { confirmation: student.id });
  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ people: 1 });
  const kept = new KeptPeople(server, admin);
  expect(await kept.tablesWith(student.id)).toEqual(['audit_lines']);
  const rows: { userId: string }[] = (await callsOn(server, quizId, admin).get('/attempts')).json()
    .data;
  return rows.find(({ userId }) => userId.startsWith('erased-'))?.userId ?? '';
}
