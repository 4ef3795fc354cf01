import { kinds } from '@vlabs/contract/kinds/kinds';
import { expect, test } from 'vitest';
import { makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import {
  MIXED_KINDS,
  makeMixedQuiz,
  mixedQuestions,
  number,
  several,
} from '../testing/acts/mixed-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  const { headers } = admin;
  const url = `/api/v1/questions${path}`;
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}
const listed = async (query: string) => (await call('GET', query)).body.data.questions;

interface Shown {
  Kind?: string;
  QuestionTitle: string;
}

test('questions of a published test are in the bank, with its points, uses and results, and its texts are not', async () => {
  const formDetails = { TotalQuestions: '7', SubjectId: 'Mixed' };
  const quizId = await makeMixedQuiz(server, admin, { formDetails });
  const calls = callsOn(server, quizId, await makeListedStudent(server.pool));
  await calls.start();
  await calls.submit({ 3: '2,4,5', 5: '9.9 m' });
  const questions: Shown[] = await listed('?subject=Mixed');
  expect(questions.map(({ Kind }) => Kind ?? 'four').toSorted()).toEqual(
    ['four', ...MIXED_KINDS.filter((name) => !kinds[name].asksNothing)].toSorted(),
  );
  const find = (title: string) => questions.find(({ QuestionTitle }) => QuestionTitle === title);
  expect(find(several.QuestionTitle)).toMatchObject({
    ...several,
    Points: 3,
    uses: 1,
    attempts: 1,
    rightPercent: 100,
  });
  expect(find(number.QuestionTitle)).toMatchObject({ ...number, rightPercent: 0 });
  expect(find('A stack is first in, last out.')).not.toHaveProperty('Points');
});

test('questions of kinds are kept once, found by their options, drawn and labelled', async () => {
  const questions = Object.values(mixedQuestions).map((question, place) => ({
    ...question,
    QuestionTitle: `Kept ${place}`,
  }));
  const kept = { questions, subject: 'Kept', topic: '', tags: [] };
  expect((await call('POST', '', kept)).body.data).toEqual({ added: 7, known: 0 });
  const other = { ...several, QuestionTitle: 'Kept 2', Points: 7 };
  expect((await call('POST', '', { ...kept, questions: [other] })).body.data).toEqual({
    added: 0,
    known: 1,
  });
  const found: Shown[] = await listed('?subject=Kept&search=seven');
  expect(found).toEqual([expect.objectContaining({ QuestionTitle: 'Kept 1', Kind: 'single' })]);
  const drawn = await call('POST', '/draw', {
    search: '',
    subject: 'Kept',
    topic: '',
    tag: '',
    count: 6,
    except: ['Kept 0'],
  });
  const titles = drawn.body.data.questions.map(({ QuestionTitle }: Shown) => QuestionTitle);
  expect(titles.toSorted()).toEqual(['Kept 1', 'Kept 2', 'Kept 3', 'Kept 4', 'Kept 5', 'Kept 6']);
});

test('an incomplete question of a kind is refused at its field, and nothing is kept', async () => {
  const broken = { ...several, Key: { ...several.Key, right: [9] } };
  const questions = [number, broken];
  const reply = await call('POST', '', { questions, subject: 'Broken', topic: '', tags: [] });
  expect(reply).toMatchObject({
    status: 400,
    body: { fields: { 'questions.1.Key.right': 'Mark every correct option.' } },
  });
  expect(await listed('?subject=Broken')).toEqual([]);
});
