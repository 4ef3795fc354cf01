import { readFileSync } from 'node:fs';
import { Case, of } from '@vlabs/contract/kinds/scoring/published-case.setup';
import { WHOLE, markOf } from '@vlabs/contract/kinds/scoring/ratios';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { mixedSettings, trueFalse } from '../../testing/acts/mixed-quiz.ts';
import { published } from '../../testing/acts/published-questions.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const file = new URL('../../../contract/kinds/scoring/published-cases.json', import.meta.url);
const { cases } = z.object({ cases: z.array(Case) }).parse(JSON.parse(readFileSync(file, 'utf8')));

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

/** Many points show many digits of a share. */
const MANY_POINTS = 1000;

const numbered = <Value>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value, at) => [String(at + 1), value]));

/** Points, from the source or from its fraction of `MANY_POINTS`. */
function expectedMark({ family, expected }: Case): number {
  const { exact, mark, outOf, value } = expected;
  if (outOf !== undefined) return Math.round((mark ?? 0) * 100) / 100;
  if (family === 'numeric.read') return value === null || value === undefined ? 0 : MANY_POINTS;
  return markOf(MANY_POINTS * 100, exact === undefined ? WHOLE : of(exact)) / 100;
}

test('every published score of our kinds is earned in a test', async () => {
  const asked = cases.flatMap((each) => {
    const ask = published[each.family];
    return ask ? [{ each, ...ask(each) }] : [];
  });
  const questions = asked.map(({ each, question }) => {
    const Points = each.expected.outOf ?? MANY_POINTS;
    return { QuestionTitle: each.id, Points, ...question };
  });
  const quizId = await makeQuiz(server.app, admin, {
    formDetails: { TotalQuestions: String(questions.length) },
    questions: numbered(questions),
    settings: { ...mixedSettings, answersOpen: 'at_end' },
  });
  const student = await makeListedStudent(server.pool);
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  const answers = Object.fromEntries(
    Object.entries(numbered(asked)).flatMap(([at, { answer }]) =>
      answer === null ? [] : [[at, answer]],
    ),
  );
  expect((await calls.save(1, answers)).json()).toMatchObject({ success: true });
  expect((await calls.submit(answers)).statusCode).toBe(200);
  const read = await callsOn(server, quizId, admin).get(`/result?userId=${student.id}`);
  const shown = z
    .object({ questions: z.record(z.string(), z.object({ mark: z.number() })) })
    .parse(read.json().data);
  const found = asked.map(({ each }, at) => [each.id, shown.questions[String(at + 1)]?.mark]);
  expect(found).toEqual(asked.map(({ each }) => [each.id, expectedMark(each)]));
  const families = new Set(asked.map(({ each }) => each.family));
  process.stdout.write(`${asked.length} published cases of ${families.size} families passed.\n`);
});

test('the published sums of points are the total scores of tests', async () => {
  const sums = cases.filter(({ family }) => family === 'quiz.sum');
  expect(sums.length).toBeGreaterThan(0);
  for (const { question, expected } of sums) {
    const points = z.array(z.number()).parse(question['points']);
    const questions = points.map((Points, at) => ({
      ...trueFalse,
      QuestionTitle: `${at}`,
      Points,
    }));
    const quizId = await makeQuiz(server.app, admin, {
      formDetails: { TotalQuestions: String(points.length) },
      questions: numbered(questions),
      settings: mixedSettings,
    });
    const calls = callsOn(server, quizId, await makeListedStudent(server.pool));
    await calls.start();
    await calls.submit(numbered(points.map(() => 'true')));
    const { score, totalScore } = (await calls.result()).json().data;
    expect([score, totalScore]).toEqual([expected.mark, expected.outOf]);
  }
});
