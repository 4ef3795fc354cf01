import { beforeEach, expect, test } from 'vitest';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import {
  FULL_SCORE,
  MIXED_KINDS,
  makeMixedQuiz,
  mixedQuestions,
  mixedSettings,
  number,
  several,
  shortText,
  single,
  textBlock,
  trueFalse,
} from '../../testing/acts/mixed-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';
import { TestClock } from '../../testing/test-clock.ts';

const clock = new TestClock();
const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
beforeEach(() => clock.set(Date.now()));

const HOUR_MS = 3_600_000;

const mixedQuiz = (changes: object = {}) => makeMixedQuiz(server, admin, changes);

async function sit(quizId: string, answers: object) {
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  const submitted = await calls.submit(answers);
  expect(submitted.statusCode).toBe(200);
  return { student, calls };
}
const resultOf = async (calls: ReturnType<typeof callsOn>) => (await calls.result()).json().data;

const asShown = (question: typeof single | typeof several | typeof number | typeof shortText) => {
  const { QuestionTitle, Kind, Body, Points } = question;
  return { QuestionTitle, Kind, Body, Points: Number(Points) };
};
test('a student is given each question of a mixed test as its kind has it, and no key', async () => {
  const calls = callsOn(server, await mixedQuiz(), await makeListedStudent(server.pool));
  const reply = await calls.start();
  expect(reply.json().data.questions).toEqual({
    1: {
      QuestionTitle: 'Which is number 2?',
      QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
    },
    2: { ...asShown(single), Rule: 'A wrong answer costs 1/3 of the points.' },
    3: { ...asShown(several), Rule: 'Each wrong option takes away what a correct one earns.' },
    4: { QuestionTitle: trueFalse.QuestionTitle, Kind: 'true_false', Body: {} },
    5: { ...asShown(number), Rule: 'A missing or wrong unit costs 50 % of the points.' },
    6: asShown(shortText),
    7: { QuestionTitle: textBlock.QuestionTitle, Kind: 'text_block', Body: {}, Points: 0 },
  });
  expect(reply.body).not.toMatch(/Key|"right|recurs|\b3\.14\b|plus_minus|"cost/);
});

test('each answer earns its part of the points, a wrong one costs, and the total is their sum', async () => {
  const { calls } = await sit(await mixedQuiz(), {
    1: '2',
    2: '2',
    3: '1,2,4',
    4: 'true',
    5: '3.15',
    6: 'recursive',
  });
  clock.set(Date.now() + 48 * HOUR_MS);
  const result = await resultOf(calls);
  const marks = Object.values<{ mark?: number }>(result.questions).map(({ mark }) => mark);
  // −1/3 of 2 points; 2 right minus 1 wrong, of 3; full points; half, as the unit is missing; 1/3 of 1.
  expect(marks).toEqual([undefined, -0.67, 1, 5, 2, 0.33, 0]);
  // A text without an answer is not unanswered.
  expect(result).toMatchObject({ totalQuestions: 6, answered: 6, unanswered: 0 });
  expect(result).toMatchObject({ score: 12.67, totalScore: FULL_SCORE });
  expect(result.questions['5']).toEqual({ ...number, mark: 2, markedAnswer: '3.15' });
  expect(result.questions['4']).toMatchObject({ Points: 5, mark: 5, markedAnswer: 'true' });
});

test('all right answers give the full score, and a total is never below nothing', async () => {
  const quizId = await mixedQuiz();
  const best = { 1: '2', 2: '1', 3: '2,4,5', 4: 'true', 5: '314 cm', 6: ' Recursion ' };
  const { calls } = await sit(quizId, best);
  expect(await resultOf(calls)).toMatchObject({ score: FULL_SCORE, totalScore: FULL_SCORE });
  const { calls: worst } = await sit(quizId, { 2: '2' });
  expect(await resultOf(worst)).toMatchObject({ score: 0, totalScore: FULL_SCORE });
});

test('the list of tests says how many questions a mixed test asks and what they score together', async () => {
  const quizId = await mixedQuiz();
  const student = await makeListedStudent(server.pool);
  const reply = await server.app.inject({
    url: `/api/v1/auth/getQuizData?userId=${student.id}`,
    headers: student.headers,
  });
  const found = reply
    .json()
    .updatedQuizData.find(({ unique_id }: { unique_id: string }) => unique_id === quizId);
  expect(found.formDetails).toMatchObject({
    TotalQuestions: 7,
    notAsked: 1,
    totalScore: FULL_SCORE,
  });
});

test('in a mixed order every answer is marked as the student saw its question', async () => {
  const quizId = await mixedQuiz({
    settings: { ...mixedSettings, shuffleQuestions: true, shuffleOptions: true },
  });
  for (const student of [1, 2, 3, 4]) {
    const calls = callsOn(server, quizId, await makeListedStudent(server.pool));
    const paper = (await calls.start()).json().data.questions;
    const answers: Record<string, string> = {};
    for (const [place, shown] of Object.entries<Record<string, never>>(paper)) {
      if (shown['Kind'] !== 'text_block') answers[place] = rightAnswerTo(shown);
    }
    expect((await calls.save(student, answers)).statusCode).toBe(200);
    expect((await calls.submit(answers)).statusCode).toBe(200);
    expect(await resultOf(calls)).toMatchObject({ score: FULL_SCORE });
  }
});

function rightAnswerTo(shown: {
  QuestionTitle?: string;
  Kind?: string;
  Body?: { options: string[] };
}) {
  const { options = [] } = shown.Body ?? {};
  const placesOf = (right: string[]) =>
    options.flatMap((option, at) => (right.includes(option) ? [at + 1] : [])).join(',');
  const byTitle: Record<string, string> = {
    [single.QuestionTitle]: placesOf(['red']),
    [several.QuestionTitle]: placesOf(['2', '4', '6']),
    [trueFalse.QuestionTitle]: 'true',
    [number.QuestionTitle]: '3.14 m',
    [shortText.QuestionTitle]: 'recursion',
  };
  return byTitle[shown.QuestionTitle ?? ''] ?? placeOfTwo(shown);
}

function placeOfTwo(shown: object): string {
  const { QuestionOptions = {} } = shown as { QuestionOptions?: Record<string, string> };
  return Object.entries(QuestionOptions).find(([, option]) => option === 'two')?.[0] ?? '';
}

test('a key of any kind is corrected, and every mark follows', async () => {
  const quizId = await mixedQuiz();
  const { calls } = await sit(quizId, { 5: '2.7 m', 6: 'loop' });
  expect(await resultOf(calls)).toMatchObject({ score: 0 });
  const asked = callsOn(server, quizId, admin);
  const Key = { ...number.Key, answers: [{ ...number.Key.answers[0], value: '2.7' }] };
  const wanted = { number: 5, key: { marking: 'by_key', Key } };
  const preview = (await asked.post('/key-corrections/preview', wanted)).json().data;
  expect(preview).toMatchObject({ question: { kind: 'number' }, submitted: 1 });
  const reason = 'It was measured again.';
  const { keyVersion } = preview;
  const corrected = await asked.post('/key-corrections', { ...wanted, keyVersion, reason });
  expect(corrected.statusCode).toBe(200);
  expect(await resultOf(calls)).toMatchObject({ score: 4, totalScore: FULL_SCORE });
  const left = { number: 6, key: { marking: 'left_out' } };
  const again = await asked.post('/key-corrections', {
    ...left,
    keyVersion: keyVersion + 1,
    reason,
  });
  expect(again.statusCode).toBe(200);
  expect(await resultOf(calls)).toMatchObject({ score: 4, totalScore: FULL_SCORE - 1 });
});

test('the key of a text without an answer is not corrected', async () => {
  const quizId = await mixedQuiz();
  await sit(quizId, {});
  const wanted = { number: 7, key: { marking: 'everyone' } };
  const reply = await callsOn(server, quizId, admin).post('/key-corrections/preview', wanted);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().fields).toEqual({ number: 'This test has no question 7.' });
});

test('a key that is not whole is refused at its field', async () => {
  const quizId = await mixedQuiz();
  await sit(quizId, {});
  const key = { marking: 'by_key', Key: { right: '', cost: '0' } };
  const reply = await callsOn(server, quizId, admin).post('/key-corrections/preview', {
    number: 4,
    key,
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().fields).toEqual({
    'key.Key.right': 'Choose true or false.',
  });
});

test('statistics count what was answered, and weigh a question by its points', async () => {
  const quizId = await mixedQuiz();
  await sit(quizId, { 3: '2,4', 5: '3.14 m', 6: 'loop' });
  await sit(quizId, { 3: '2,4,5', 4: 'true', 6: 'recursion' });
  const reply = await server.app.inject({
    method: 'GET',
    url: `/api/v1/insight/quizzes/${quizId}`,
    headers: admin.headers,
  });
  expect(reply.statusCode).toBe(200);
  const { questions: items } = reply.json().data;
  const counts = (place: number) =>
    items[place].answers.map(({ name, count, isRight }: never) => [name, count, isRight]);
  expect(counts(2)).toEqual([
    ['1', 0, false],
    ['2', 2, true],
    ['3', 0, false],
    ['4', 2, true],
    ['5', 1, true],
  ]);
  expect(counts(5)).toEqual([
    ['loop', 1, false],
    ['recursion', 1, true],
  ]);
  // The marks are 2/3 and 3/3; the question has 3 of the 20 points.
  expect(items[2]).toMatchObject({ kind: 'several', none: 0, intendedWeight: 15 });
  expect(items[2].facility).toBeCloseTo(83.3, 1);
  expect(items[2].fullyRight).toBe(50);
  expect(items[0]).not.toHaveProperty('fullyRight');
  expect(items[0]).toMatchObject({ kind: null, none: 2, counts: { none: 2 } });
  expect(items[1]).not.toHaveProperty('counts');
  expect(items).toHaveLength(6);
});

test('a mixed test is opened to be changed as it was written, and says why a file does not hold it', async () => {
  const quizId = await mixedQuiz();
  const { headers } = admin;
  const get = (url: string) => server.app.inject({ method: 'GET', url, headers });
  const { content } = (await get(`/api/v1/quiz-drafts/${quizId}`)).json().data;
  expect(content.questions[1]).toEqual({ key: expect.anything(), ...single, Points: '2' });
  expect(content.questions[3]).toMatchObject({ Kind: 'true_false', Points: '' });
  expect(content.questions[6]).toMatchObject({ Kind: 'text_block', Points: '' });
  const file = await get(`/api/v1/questions/export?quiz=${quizId}&format=gift`);
  expect(file.statusCode).toBe(409);
  expect(file.json().message).toBe(
    'GIFT can’t hold question 5: it holds no units. Choose another format.',
  );
});

test('every kind that a teacher is offered is sat above, but programs', () => {
  const sat = Object.values(mixedQuestions).flatMap((one) => ('Kind' in one ? [one.Kind] : []));
  expect(sat.toSorted()).toEqual(MIXED_KINDS.toSorted());
});
