import type { KeyPreview } from '@vlabs/contract/insight/key-corrections';
import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { makeQuestion, makeQuiz, openSettings } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

interface Wanted {
  number: number;
  key: { marking: string; right: string[] };
}

const byKey = (number: number, ...right: string[]): Wanted => ({
  number,
  key: { marking: 'by_key', right },
});
const counting = (number: number, marking: string): Wanted => ({
  number,
  key: { marking, right: ['1'] },
});

async function preview(quizId: string, wanted: Wanted): Promise<KeyPreview> {
  const reply = await callsOn(server, quizId, admin).post('/key-corrections/preview', wanted);
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}

async function correct(quizId: string, wanted: Wanted, reason = 'Both were taught.') {
  const { keyVersion } = await preview(quizId, wanted);
  const calls = callsOn(server, quizId, admin);
  return calls.post('/key-corrections', { ...wanted, keyVersion, reason });
}

/** The key of question 1 is option 2, of question 2 option 3; each correct answer gives 5. */
async function sitting(...answers: object[]) {
  const quizId = await makeQuiz(server.app, admin);
  const students: MadePerson[] = [];
  for (const chosen of answers) {
    const student = await makeListedStudent(server.pool);
    const calls = callsOn(server, quizId, student);
    await calls.start();
    expect((await calls.submit(chosen)).statusCode).toBe(200);
    students.push(student);
  }
  const scores = async () => {
    const found: number[] = [];
    for (const student of students) {
      found.push((await callsOn(server, quizId, student).result()).json().data.score);
    }
    return found;
  };
  return { quizId, students, scores };
}

async function performanceOf(quizId: string) {
  const { headers } = admin;
  const reply = await server.app.inject({ url: `/api/v1/insight/quizzes/${quizId}`, headers });
  return reply.json().data;
}

async function timelineOf(quizId: string, { id }: MadePerson) {
  const calls = callsOn(server, quizId, admin);
  return (await calls.get(`/attempts/${id}/timeline`)).json().data;
}

test('the dry run tells whose score would change and writes nothing', async () => {
  const { quizId, students, scores } = await sitting({ 1: '2', 2: '3' }, { 1: '4', 2: '3' }, {});
  const found = await preview(quizId, byKey(1, '4', '2'));
  expect(found).toMatchObject({
    submitted: 3,
    working: 0,
    before: { key: { marking: 'by_key', right: ['2'] }, mean: 5, totalScore: 10 },
    after: { key: { marking: 'by_key', right: ['2', '4'] }, totalScore: 10 },
    changed: [{ userId: students[1]?.id, name: students[1]?.name, before: 5, after: 10 }],
  });
  expect(found.after.mean).toBeCloseTo(20 / 3, 9);
  expect(found.before.facility).toBeCloseTo(100 / 3, 9);
  expect(found.after.facility).toBeCloseTo(200 / 3, 9);
  expect(await scores()).toEqual([10, 5, 0]);
  expect((await preview(quizId, byKey(1, '4'))).keyVersion).toBe(0);
});

test('another right option takes the score from some and gives it to others', async () => {
  const { quizId, students, scores } = await sitting({ 1: '2', 2: '3' }, { 1: '4', 2: '3' });
  const reply = await correct(quizId, byKey(1, '4'), 'Option 4 was meant.');
  expect(reply.json()).toMatchObject({
    message: 'Key corrected. 2 scores have changed.',
    data: { keyVersion: 1, changed: 2 },
  });
  expect(await scores()).toEqual([5, 10]);
  const [first] = students;
  if (!first) throw new Error('Nobody sat the quiz.');
  expect((await timelineOf(quizId, first)).at(-1)).toMatchObject({
    step: 'key-correction',
    by: admin.id,
    details: { question: 1, before: 10, after: 5, reason: 'Option 4 was meant.' },
  });
});

test('two right options, a question for everyone, and one that is left out', async () => {
  const { quizId, scores } = await sitting({ 1: '2', 2: '1' }, { 1: '4', 2: '3' }, {});
  await correct(quizId, byKey(1, '2', '4'));
  expect(await scores()).toEqual([5, 10, 0]);
  await correct(quizId, counting(2, 'everyone'));
  expect(await scores()).toEqual([10, 10, 5]);
  await correct(quizId, counting(1, 'left_out'));
  expect(await scores()).toEqual([5, 5, 5]);

  const { quiz, students, figures, questions } = await performanceOf(quizId);
  expect(quiz.totalScore).toBe(5);
  expect(students.map(({ percent }: { percent: number }) => percent)).toEqual([100, 100, 100]);
  expect(figures.mean).toBe(100);
  expect(questions[0]).toMatchObject({
    marking: 'left_out',
    facility: null,
    intendedWeight: 0,
    reading: { kind: 'left_out' },
    correction: { reason: 'Both were taught.', correctedBy: admin.id, changed: 3 },
  });
  expect(questions[0].correction.facilityBefore).toBeCloseTo(100 / 3, 9);
  expect(questions[1]).toMatchObject({
    marking: 'everyone',
    facility: 100,
    intendedWeight: 100,
    reading: { kind: 'everyone' },
  });
  // Back to the original keys.
  await correct(quizId, byKey(1, '2'));
  await correct(quizId, byKey(2, '3'));
  expect(await scores()).toEqual([5, 5, 0]);
});

test('options that students saw in another order are marked by what they chose', async () => {
  const settings = {
    ...openSettings({ everyone: true }),
    shuffleQuestions: true,
    shuffleOptions: true,
  };
  const quizId = await makeQuiz(server.app, admin, { settings });
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  const shown = Object.entries((await calls.start()).json().data.questions);
  // "four" is wrong in both questions.
  const answers = shown.map(([number, question]) => [number, optionOf(question, 'four')]);
  await calls.submit(Object.fromEntries(answers));
  await correct(quizId, byKey(1, '4'));
  expect((await calls.result()).json().data).toMatchObject({ score: 5, totalScore: 10 });
});

function optionOf(question: unknown, text: string): string | undefined {
  const options = Object(question).QuestionOptions;
  return Object.keys(options).find((option) => options[option] === text);
}

test('of a question with other numbers for each student no option is chosen, but all may be given it', async () => {
  const variant = { ...makeQuestion('3'), QuestionTitle: 'Which is the other number?' };
  const questions = { 1: { ...makeQuestion('2'), Variants: [variant] }, 2: makeQuestion('3') };
  const quizId = await makeQuiz(server.app, admin, { questions });
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  await calls.submit({ 1: '1', 2: '3' });
  const asAdmin = callsOn(server, quizId, admin);
  const refused = await asAdmin.post('/key-corrections/preview', byKey(1, '1'));
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'has_variants',
    message:
      'Students got different variants of this question, so no single answer is correct for all. Give everyone the score, or exclude the question.',
  });
  await correct(quizId, counting(1, 'everyone'));
  expect((await calls.result()).json().data.score).toBe(10);
});

test('what cannot be corrected is refused with what to do', async () => {
  const { quizId } = await sitting({ 1: '2' });
  const calls = callsOn(server, quizId, admin);
  const refusal = async (wanted: Wanted) => {
    const reply = await calls.post('/key-corrections/preview', wanted);
    return [reply.statusCode, reply.json().code];
  };
  expect(await refusal(byKey(1, '2'))).toEqual([409, 'same_key']);
  expect(await refusal(byKey(9, '2'))).toEqual([400, 'invalid']);
  expect(await refusal(byKey(1))).toEqual([400, 'invalid']);
  await correct(quizId, counting(1, 'left_out'));
  expect(await refusal(counting(2, 'left_out'))).toEqual([409, 'nothing_counts']);
  const unsat = await makeQuiz(server.app, admin);
  const reply = await callsOn(server, unsat, admin).post('/key-corrections/preview', byKey(1, '3'));
  expect(reply.json().code).toBe('not_started');
  const old = { ...byKey(2, '4'), keyVersion: 0, reason: 'Seen before.' };
  expect((await calls.post('/key-corrections', old)).json().code).toBe('key_changed');
});

test('a running quiz may be corrected: who submits later is marked by the new key', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [early, late] = [
    await makeListedStudent(server.pool),
    await makeListedStudent(server.pool),
  ];
  for (const student of [early, late]) await callsOn(server, quizId, student).start();
  await callsOn(server, quizId, early).submit({ 1: '4' });
  expect(await preview(quizId, byKey(1, '4'))).toMatchObject({ submitted: 1, working: 1 });
  await correct(quizId, byKey(1, '4'));
  const submitted = await callsOn(server, quizId, late).submit({ 1: '4' });
  expect(submitted.json().data).toMatchObject({ score: 5 });
  expect(submitted.json().data).not.toHaveProperty('markedAgain');
  const { markedAgain } = (await callsOn(server, quizId, early).result()).json().data;
  // The number is only revealed together with the answers.
  expect(markedAgain).toMatchObject([{ number: null }]);
});

test('a student who looks at the answers sees every right option, and the receipt stays', async () => {
  const { quizId, students } = await sitting({ 1: '4', 2: '3' });
  const [student] = students;
  if (!student) throw new Error('Nobody sat the quiz.');
  const before = (await callsOn(server, quizId, student).result()).json().data;
  await correct(quizId, byKey(1, '2', '4'));
  await correct(quizId, counting(2, 'everyone'));
  const reply = await callsOn(server, quizId, admin).get(`/result?userId=${student.id}`);
  const { questions, receipt, markedAgain, score } = reply.json().data;
  expect(score).toBe(10);
  expect(receipt).toEqual(before.receipt);
  expect(questions['1']).toMatchObject({ CorrectAnswer: '2', alsoRight: ['4'], markedAnswer: '4' });
  expect(questions['2']).toMatchObject({ CorrectAnswer: '3', marking: 'everyone' });
  expect(markedAgain).toMatchObject([{ number: 1 }, { number: 2 }]);
});

test('who corrected what stands in the audit log, without the answer', async () => {
  const { quizId } = await sitting({ 1: '2' });
  await correct(quizId, byKey(1, '3'), 'A slip of the pen.');
  const { headers } = admin;
  const url = `/api/v1/audit/lines?action=correct-key&person=${admin.id}`;
  const { lines } = (await server.app.inject({ url, headers })).json().data;
  expect(lines[0]).toMatchObject({
    subject: { kind: 'quiz', id: quizId, name: 'Stacks' },
    details: { question: 1, scoresChanged: 1, reason: 'A slip of the pen.' },
  });
  expect(lines[0].details).not.toHaveProperty('right');
});

test('the question bank has the question with its new key, and none that has two right options', async () => {
  const topic = `Keys ${crypto.randomUUID()}`;
  const title = `Which one of ${topic}?`;
  const questions = {
    1: { ...makeQuestion('2'), QuestionTitle: title },
    2: { ...makeQuestion('3'), QuestionTitle: `${title} Or that?` },
  };
  const quizId = await makeQuiz(server.app, admin, { questions, formDetails: { topic } });
  const student = await makeListedStudent(server.pool);
  await callsOn(server, quizId, student).start();
  await callsOn(server, quizId, student).submit({ 1: '4' });
  await correct(quizId, byKey(1, '4'));
  await correct(quizId, byKey(2, '3', '4'));
  const { headers } = admin;
  const url = `/api/v1/questions?topic=${encodeURIComponent(topic)}`;
  const found = (await server.app.inject({ url, headers })).json().data.questions;
  expect(found).toMatchObject([{ QuestionTitle: title, CorrectAnswer: '4', rightPercent: 100 }]);
});
