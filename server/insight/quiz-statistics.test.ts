import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { analyseItem } from './item-statistics.ts';
import { analyseQuiz } from './quiz-statistics.ts';

const values = z.record(z.string(), z.number());
const Fixture = z.object({
  maxmarks: z.array(z.number()),
  marks: z.array(z.array(z.number())),
  expectedQuestions: z.record(z.string(), values),
  expectedQuiz: values,
  expectedSubsets: z.array(
    z.object({
      slot: z.int(),
      subqname: z.string(),
      attemptIndexes: z.array(z.int()),
      expected: values,
    }),
  ),
});

function expectAgreement(found: number | null, expected: number | undefined, tolerance: number) {
  if (expected === undefined || found === null) throw new Error('There is nothing to compare.');
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
}

describe('of Moodle’s own 25 attempts at 7 questions', () => {
  const fixture = Fixture.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'moodle-statistics.json'), 'utf8')),
  );
  const found = analyseQuiz(fixture.marks, fixture.maxmarks);

  test('every figure of a question is the one that Moodle shows', () => {
    expect(found.questions).toHaveLength(7);
    for (const [index, item] of found.questions.entries()) {
      const expected = fixture.expectedQuestions[String(index + 1)] ?? {};
      expectAgreement(item.facility, expected['facility'], 1e-6);
      expectAgreement(item.standardDeviation, expected['sd'], 1e-6);
      expectAgreement(item.markVariance, expected['markvariance'], 1e-6);
      expectAgreement(item.otherMarkVariance, expected['othermarkvariance'], 1e-6);
      expectAgreement(item.covariance, expected['covariance'], 1e-5);
      expectAgreement(item.covarianceMax, expected['covariancemax'], 1e-6);
      expectAgreement(item.discriminationIndex, expected['discriminationindex'], 1e-5);
      expectAgreement(item.discriminativeEfficiency, expected['discriminativeefficiency'], 1e-5);
      expectAgreement(item.effectiveWeight, expected['effectiveweight'], 1e-5);
    }
  });

  test('every figure of the quiz is the one that Moodle shows', () => {
    const { quiz } = found;
    const { expectedQuiz: expected } = fixture;
    expect(quiz.attempts).toBe(expected['allattemptscount']);
    expectAgreement(quiz.mean, expected['allattemptsavg'], 1.5e-5);
    expectAgreement(quiz.median, expected['median'], 1.5e-5);
    expectAgreement(quiz.standardDeviation, expected['standarddeviation'], 1.5e-5);
    expectAgreement(quiz.skewness, expected['skewness'], 1.5e-5);
    expectAgreement(quiz.kurtosis, expected['kurtosis'], 1.5e-5);
    expectAgreement(quiz.internalConsistency, expected['cic'], 1.5e-5);
    expectAgreement(quiz.errorRatio, expected['errorratio'], 1.5e-5);
    expectAgreement(quiz.standardError, expected['standarderror'], 1.5e-5);
  });

  test('the figures of a variant are those of the attempts that were asked it', () => {
    for (const { slot, subqname, attemptIndexes, expected } of fixture.expectedSubsets) {
      const rows = attemptIndexes.map((index) => fixture.marks[index] ?? []);
      const marks = rows.map((row) => row[slot - 1] ?? 0);
      const totals = rows.map((row) => row.reduce((sum, mark) => sum + mark, 0));
      const item = analyseItem(
        marks,
        // For randomly drawn questions, Moodle correlates with the whole total.
        totals.map((total, place) => (subqname === '' ? total : total + (marks[place] ?? 0))),
        fixture.maxmarks[slot - 1] ?? 0,
      );
      expect(item.attempts).toBe(expected['s']);
      expectAgreement(item.facility, expected['facility'], 1e-6);
      expectAgreement(item.standardDeviation, expected['sd'], 1e-6);
      expectAgreement(item.discriminationIndex, expected['discriminationindex'], 1e-5);
      expectAgreement(item.discriminativeEfficiency, expected['discriminativeefficiency'], 1e-5);
    }
  });
});

test('four attempts at two questions, worked by hand', () => {
  // Totals 2, 1, 1, 0: mean 1, variance (1 + 0 + 0 + 1) / 3 = 2/3. Each question: mean 1/2, variance 1/3.
  const { quiz, questions } = analyseQuiz(
    [
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    [1, 1],
  );
  expect(quiz).toMatchObject({ attempts: 4, mean: 1, median: 1, skewness: 0 });
  expect(quiz.standardDeviation).toBeCloseTo(Math.sqrt(2 / 3), 12);
  // m2 = 1/2, m4 = 1/2: k4 = 16·(5·1/2 − 9·1/4) / 6 = 2/3, over k2² = 4/9.
  expect(quiz.kurtosis).toBeCloseTo(1.5, 12);
  // The questions are uncorrelated: 2·(1 − (2/3) / (2/3)) = 0, so all variation is error.
  expect(quiz.internalConsistency).toBeCloseTo(0, 12);
  expect(quiz.errorRatio).toBeCloseTo(100, 12);
  expect(quiz.standardError).toBeCloseTo(Math.sqrt(2 / 3), 12);
  for (const question of questions) {
    expect(question.facility).toBe(0.5);
    expect(question.standardDeviation).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect(question.discriminationIndex).toBeCloseTo(0, 12);
    expect(question.discriminativeEfficiency).toBeCloseTo(0, 12);
    expect(question.effectiveWeight).toBeCloseTo(50, 12);
  }
});

test('two questions that go together separate fully, whatever they weigh', () => {
  const { quiz, questions } = analyseQuiz(
    [
      [2, 5],
      [2, 5],
      [0, 0],
    ],
    [2, 5],
  );
  for (const { discriminationIndex, discriminativeEfficiency } of questions) {
    expect(discriminationIndex).toBeCloseTo(100, 10);
    expect(discriminativeEfficiency).toBeCloseTo(100, 10);
  }
  // cov(x, T) is 2·7/3 and 5·7/3, so the weights are in the ratio √2 : √5.
  const roots = Math.sqrt(2) + Math.sqrt(5);
  expect(questions[0]?.effectiveWeight).toBeCloseTo((100 * Math.sqrt(2)) / roots, 10);
  expect(quiz.kurtosis).toBeNull();
});

test('a question that goes against the total has no effective weight', () => {
  const { questions } = analyseQuiz(
    [
      [1, 0, 0],
      [0, 1, 1],
      [0, 1, 1],
    ],
    [1, 1, 1],
  );
  expect(questions[0]?.effectiveWeight).toBeNull();
  expect(questions[0]?.discriminationIndex).toBeCloseTo(-100, 10);
  expect(questions[1]?.effectiveWeight).toBeCloseTo(50, 10);
});

test('where nothing varies, a figure is not defined, and never 0', () => {
  const { quiz, questions } = analyseQuiz(
    [
      [0.1, 0.2],
      [0.1, 0.2],
      [0.1, 0.2],
      [0.1, 0.2],
    ],
    [0.1, 0.2],
  );
  expect(quiz).toMatchObject({
    standardDeviation: 0,
    skewness: null,
    kurtosis: null,
    internalConsistency: null,
    errorRatio: null,
    standardError: null,
  });
  expect(questions[0]).toMatchObject({
    discriminationIndex: null,
    discriminativeEfficiency: null,
    effectiveWeight: null,
  });
});

test('of no attempt and of one, only what can be known is said', () => {
  const none = analyseQuiz([], [1, 1]).quiz;
  expect(none).toMatchObject({ attempts: 0, mean: null, median: null, standardDeviation: null });
  const one = analyseQuiz([[1, 0]], [1, 1]);
  expect(one.quiz).toMatchObject({ attempts: 1, mean: 1, median: 1, standardDeviation: null });
  expect(one.questions[0]).toMatchObject({ facility: 1, standardDeviation: null });
});

const classOfMarks = tuple(integer({ min: 1, max: 6 }), integer({ min: 0, max: 12 })).chain(
  ([questions, attempts]) =>
    array(array(constantFrom(0, 1), { minLength: questions, maxLength: questions }), {
      minLength: attempts,
      maxLength: attempts,
    }),
);

test('indices lie between −100 and 100, weights make 100, and no figure is other than a number or null', () => {
  assert(
    property(classOfMarks, (marks) => {
      const { quiz, questions } = analyseQuiz(marks, marks[0]?.map(() => 1) ?? [1]);
      for (const figure of [quiz, ...questions].flatMap((figures) => Object.values(figures))) {
        expect(figure === null || Number.isFinite(figure)).toBe(true);
      }
      for (const { discriminationIndex } of questions) {
        expect(Math.abs(discriminationIndex ?? 0)).toBeLessThanOrEqual(100.000_001);
      }
      const weights = questions.flatMap(({ effectiveWeight }) => effectiveWeight ?? []);
      const sum = weights.reduce((all, weight) => all + weight, 0);
      expect(sum).toBeCloseTo(weights.length > 0 ? 100 : 0, 6);
    }),
  );
});
