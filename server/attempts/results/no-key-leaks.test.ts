import { KIND_NAMES } from '@vlabs/contract/kinds/kinds';
import { expect, test } from 'vitest';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import {
  makeMixedQuiz,
  mixedQuestions,
  mixedSettings,
  number,
  shortText,
} from '../../testing/acts/mixed-quiz.ts';
import { answerWith, program, publishUnchecked } from '../../testing/acts/program-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

/** The addresses of all endpoints that read. */
const reads: string[] = [];
const server = setUpServer({
  onRoute: ({ config }) => {
    if (config?.endpoint?.method === 'GET') reads.push(config.endpoint.path);
  },
});
const admin = beforeTests(() => makeAdmin(server.pool));

/** Keys of all kinds, with values that are nowhere else. */
const SECRET_NUMBER = '424242.4242';
const SECRET_WORD = 'Quetzalcoatl';
/** Of a file that students see. */
const SHOWN_TEXT = '# for all students';
const questions = {
  ...mixedQuestions,
  5: {
    ...number,
    Key: { ...number.Key, answers: [{ ...number.Key.answers[0], value: SECRET_NUMBER }] },
  },
  8: {
    ...program,
    Body: { ...program.Body, files: [{ path: 'shown.py', text: SHOWN_TEXT }] },
    Key: {
      ...program.Key,
      solution: { language: 'python', text: `# ${SECRET_WORD}` },
      files: [{ path: 'hidden.py', text: `# ${SECRET_WORD}` }],
      cases: [
        { name: SECRET_WORD, input: SECRET_WORD, output: SECRET_NUMBER, points: '1', group: '' },
      ],
    },
  },
  6: { ...shortText, Key: { ...shortText.Key, answers: [{ text: SECRET_WORD, worth: '100' }] } },
};
/** Names of fields of keys, and of the columns that store them. */
const LEAK = new RegExp(
  `${SECRET_NUMBER}|${SECRET_WORD}|"Key"|"key":|"right"|CorrectAnswer|correct_answer|alsoRight|plus_minus|"cost"|unitCost|"mark"|hidden\\.py`,
);

/** Streams of events. */
const ENDLESS = /watch|events|stream/;

const answers = {
  1: '2',
  2: '1',
  3: '2,4,5',
  4: 'true',
  5: '1 m',
  6: 'x',
  8: answerWith('print(1)'),
};
const settings = { ...mixedSettings, scoreOpens: 'at_end', answersOpen: 'at_end' };

async function makeSecretQuiz(): Promise<string> {
  const formDetails = { TotalQuestions: '8' };
  const changes = { questions, settings, formDetails, status: 'draft' };
  return publishUnchecked(server, await makeMixedQuiz(server, admin, changes));
}

test('no call tells a student a key of any kind before the answers are released', async () => {
  const quizId = await makeSecretQuiz();
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  const start = await calls.start();
  for (const kind of KIND_NAMES) expect(start.body).toContain(`"${kind}"`);
  expect(start.body).toContain(SHOWN_TEXT);
  const told = [
    start,
    await calls.status(),
    await calls.save(1, answers),
    await calls.submit(answers),
  ];
  for (const { body, statusCode } of told) {
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(LEAK);
  }
});

test('and neither does any other endpoint, whatever it is asked about', async () => {
  const quizId = await makeSecretQuiz();
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  await calls.start();
  await calls.submit(answers);
  const { headers } = student;
  let succeeded = 0;
  const leaks: string[] = [];
  for (const address of reads.filter((one) => !ENDLESS.test(one))) {
    const path = address.replaceAll(/:userId/g, student.id).replaceAll(/:\w+/g, quizId);
    const url = `${path}?quiz=${quizId}&uniqueId=${quizId}&userId=${student.id}&format=gift`;
    const reply = await server.app.inject({ method: 'GET', url, headers });
    if (reply.statusCode === 200) succeeded += 1;
    if (LEAK.test(reply.body)) leaks.push(url);
  }
  expect(leaks).toEqual([]);
  expect(succeeded).toBeGreaterThan(10);
});
