import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import {
  DOUBLE,
  answerWith,
  makeProgramQuiz,
  startJudging,
  waitUntilJudged,
} from '../testing/acts/program-quiz.ts';
import { KeptPeople } from '../testing/acts/rich-student.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import type { TestApp } from '../testing/test-app.ts';

const judging = await startJudging();
let server: TestApp;
let admin: MadePerson;
beforeAll(() => ({ server, admin } = judging));
afterAll(() => judging.close());

describe.skipIf(judging.refusal !== null)('the programs of an erased person', () => {
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

    const erasing = erasingBy(server, admin);
    await erasing.call('POST', `/people/${student.id}/erasure`, { confirmation: student.id });
    await erasing.waitOut();
    expect(await erasing.pass()).toMatchObject({ people: 1 });
    const kept = new KeptPeople(server, admin);
    expect(await kept.tablesWith(student.id)).toEqual(['audit_lines']);
    const rows: { userId: string }[] = (await teacher.get('/attempts')).json().data;
    const placeholder = rows.find(({ userId }) => userId.startsWith('erased-'))?.userId ?? '';
    expect(await read(placeholder)).toEqual(before);
  });
});
