import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreOf } from './grading.ts';
import { canonicalAnswers, receiptOf } from './answers.ts';

test('canonical JSON has its keys in number order, its values as strings and no spaces', () => {
  expect(canonicalAnswers({ 10: '1', 2: '4', 1: '3' })).toBe('{"1":"3","2":"4","10":"1"}');
  expect(canonicalAnswers({})).toBe('{}');
});

test('a receipt counts the answers and hashes the canonical text', () => {
  const text = '{"1":"3","2":"4"}';
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(receiptOf({ 2: '4', 1: '3' })).toEqual({ answers: 2, sha256 });
});

const anyAnswers = fc.dictionary(
  fc.integer({ min: 1, max: 200 }).map(String),
  fc.constantFrom('1', '2', '3', '4'),
);

test('the text of answers is the same whatever their order, and gives the answers back', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const turned = Object.fromEntries(Object.entries(answers).toReversed());
      expect(canonicalAnswers(turned)).toBe(canonicalAnswers(answers));
      expect(JSON.parse(canonicalAnswers(answers))).toEqual({ ...answers });
    }),
  );
});

const fourOptions = (number: number, right: number[]) => ({
  number,
  kind: 'single' as const,
  points: null,
  body: { options: ['a', 'b', 'c', 'd'] },
  key: { right, cost: '0' },
  marking: 'by_key' as const,
});
const worth = (scorePerQuestion: number) => ({
  scorePerQuestion,
  totalQuestions: 100,
  leftOut: 0,
  fullScore: null,
});

const paper = [fourOptions(1, [2]), fourOptions(2, [3]), fourOptions(3, [1])];

test('the score is the score per question for each right answer, and nothing for others', () => {
  expect(scoreOf(paper, { answers: { 1: '2', 2: '4' } }, worth(5))).toBe(5);
  expect(scoreOf(paper, { answers: { 1: '2', 2: '3', 3: '1' } }, worth(0.1))).toBe(0.3);
  expect(scoreOf(paper, { answers: {} }, worth(5))).toBe(0);
  expect(scoreOf(paper, { answers: { 9: '2' } }, worth(5))).toBe(0);
});

test('of several right options each gives the score, and of a question that all are given none is asked', () => {
  const [first, second] = paper;
  const several = fourOptions(1, [2, 3]);
  expect(scoreOf([several], { answers: { 1: '2' } }, worth(5))).toBe(5);
  expect(scoreOf([several], { answers: { 1: '3' } }, worth(5))).toBe(5);
  expect(scoreOf([several], { answers: { 1: '1' } }, worth(5))).toBe(0);
  expect(scoreOf([several], { answers: {} }, worth(5))).toBe(0);
  const given = [{ ...several, marking: 'everyone' as const }];
  expect(scoreOf(given, { answers: { 1: '1' } }, worth(5))).toBe(5);
  expect(scoreOf(given, { answers: {} }, worth(5))).toBe(5);
  if (!first || !second) throw new Error('The paper has three questions.');
  const leftOut = [{ ...first, marking: 'left_out' as const }, second];
  expect(scoreOf(leftOut, { answers: { 1: '2', 2: '3' } }, worth(5))).toBe(5);
});

const third = (number: number) => ({
  number,
  kind: 'single' as const,
  points: 1,
  body: { options: ['a', 'b'] },
  key: { right: [1], cost: '1/3' },
  marking: 'by_key' as const,
});

test('parts of points are added exactly, and their sum is rounded once', () => {
  const long = Array.from({ length: 65 }, (_, index) => third(index + 1));
  const answers = Object.fromEntries(long.map(({ number }) => [number, number <= 35 ? '1' : '2']));
  expect(scoreOf(long, { answers }, worth(1))).toBe(25);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 65 }),
      fc.integer({ min: 0, max: 65 }),
      (right, wrong) => {
        const given = Object.fromEntries(
          long.flatMap(({ number }) => {
            if (number <= right) return [[number, '1']];
            return number <= right + wrong ? [[number, '2']] : [];
          }),
        );
        const thirds = 3 * right - Math.min(wrong, 65 - right);
        const score = scoreOf(long, { answers: given }, worth(1));
        expect(score).toBe(Math.max(0, Math.round((thirds * 100) / 3) / 100));
      },
    ),
  );
});
