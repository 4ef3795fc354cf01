import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import {
  makeMixedQuiz,
  number,
  several,
  shortText,
  single,
  trueFalse,
} from '../../testing/acts/mixed-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const refusals: [string, object, string, string][] = [
  ['an option that is not there', { 2: '3' }, '2', 'This isn’t a valid answer to question 2.'],
  ['options in another order', { 3: '4,2' }, '3', 'This isn’t a valid answer to question 3.'],
  ['a word for true', { 4: 'yes' }, '4', 'This isn’t a valid answer to question 4.'],
  ['several lines', { 5: '3\n4' }, '5', 'This isn’t a valid answer to question 5.'],
  ['a fifth of four options', { 1: '5' }, '1', 'An answer is the number of an option, 1 to 4.'],
  [
    'more than a kind takes',
    { 5: '1'.repeat(201) },
    '5',
    'This isn’t a valid answer to question 5.',
  ],
  [
    'more than any kind takes',
    { 6: 'x'.repeat(501) },
    '6',
    'This isn’t a valid answer to question 6.',
  ],
  ['anything for a text', { 7: '1' }, '7', 'This isn’t a valid answer to question 7.'],
  ['a question that is not there', { 8: '1' }, '8', 'This test has no question 8.'],
];
test.each(refusals)(
  '%s is refused, by saving and by submitting',
  async (_what, answers, number_, message) => {
    const calls = callsOn(
      server,
      await makeMixedQuiz(server, admin),
      await makeListedStudent(server.pool),
    );
    await calls.start();
    for (const reply of [await calls.save(1, answers), await calls.submit(answers)]) {
      expect(reply.statusCode).toBe(400);
      expect(reply.json().fields).toEqual({ [`markedAnswers.${number_}`]: message });
    }
    expect((await calls.status()).json().completed).toBe(false);
  },
);

const POINTS = 'Points are a number above 0 and up to 1000 with at most two decimals.';
const [answer] = number.Key.answers;
const withNumber = (changes: object) => ({
  ...number,
  Key: { ...number.Key, answers: [{ ...answer, ...changes }] },
});

const broken: [string, object, string, string][] = [
  ['a kind that is not known', { ...single, Kind: 'riddle' }, 'questions.1.Kind', ''],
  [
    'an empty option',
    { ...single, Body: { options: ['red', ''] } },
    'questions.1.Body.options.1',
    'Write option 2.',
  ],
  [
    'more than ten options',
    { ...single, Body: { options: Array.from({ length: 11 }, () => 'x') } },
    'questions.1.Body.options',
    '',
  ],
  ['points of three decimals', { ...single, Points: 0.125 }, 'questions.1.Points', POINTS],
  ['points beyond the most', { ...single, Points: '1000.01' }, 'questions.1.Points', POINTS],
  ['no points', { ...single, Points: 0 }, 'questions.1.Points', POINTS],
  [
    'two equal options',
    { ...single, Body: { options: ['red', ' red'] } },
    'questions.1.Body.options.1',
    'Options 1 and 2 are the same. Change one of them.',
  ],
  [
    'no correct option',
    { ...several, Key: { ...several.Key, right: [] } },
    'questions.1.Key.right',
    'Mark every correct option.',
  ],
  [
    'a tolerance below zero',
    withNumber({ tolerance: '-0.01' }),
    'questions.1.Key.answers.0.tolerance',
    'Enter 0 or more, such as 0.01.',
  ],
  [
    'a value of 100,000 digits',
    withNumber({ value: '9'.repeat(100_000) }),
    'questions.1.Key.answers.0.value',
    'This is too long to save. Shorten it.',
  ],
  [
    'a required unit that is not listed',
    { ...number, Key: { ...number.Key, units: [] } },
    'questions.1.Key.units',
    'Add at least one unit.',
  ],
  [
    'an answer of 1 MB',
    {
      ...shortText,
      Key: { ...shortText.Key, answers: [{ text: 'x'.repeat(1_000_000), worth: '100' }] },
    },
    'questions.1.Key.answers.0.text',
    'This is too long to save. Shorten it.',
  ],
  ['a body of another kind', { ...number, Body: single.Body }, 'questions.1.Body.unit', ''],
  ['a key of another kind', { ...single, Key: trueFalse.Key }, 'questions.1.Key.right', ''],
];
test.each(broken)(
  'a test with %s is refused at its field',
  async (_what, question, field, message) => {
    const payload = writeQuizForm({
      unique_id: randomUUID(),
      formDetails: { TotalQuestions: 1 },
      questions: { 1: question },
    });
    const { headers } = admin;
    const url = '/api/v1/auth/quizData/';
    const reply = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(reply.statusCode).toBe(400);
    const { fields } = reply.json();
    expect(Object.keys(fields)).toContain(field);
    expect(fields[field]).toContain(message);
  },
);
