import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreOf } from '../results/grading.ts';
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
  kind: null,
  points: null,
  body: { options: ['a', 'b', 'c', 'd'] },
  key: { right, cost: '0' },
  marking: 'by_key' as const,
});
const paper = [fourOptions(1, [2]), fourOptions(2, [3]), fourOptions(3, [1])];

test('the score is the score per question for each right answer, and nothing for others', () => {
  expect(scoreOf(paper, { 1: '2', 2: '4' }, 5)).toBe(5);
  expect(scoreOf(paper, { 1: '2', 2: '3', 3: '1' }, 0.1)).toBe(0.3);
  expect(scoreOf(paper, {}, 5)).toBe(0);
  expect(scoreOf(paper, { 9: '2' }, 5)).toBe(0);
});

test('of several right options each gives the score, and of a question that all are given none is asked', () => {
  const [first, second] = paper;
  const several = fourOptions(1, [2, 3]);
  expect(scoreOf([several], { 1: '2' }, 5)).toBe(5);
  expect(scoreOf([several], { 1: '3' }, 5)).toBe(5);
  expect(scoreOf([several], { 1: '1' }, 5)).toBe(0);
  expect(scoreOf([several], {}, 5)).toBe(0);
  const given = [{ ...several, marking: 'everyone' as const }];
  expect(scoreOf(given, { 1: '1' }, 5)).toBe(5);
  expect(scoreOf(given, {}, 5)).toBe(5);
  if (!first || !second) throw new Error('The paper has three questions.');
  const leftOut = [{ ...first, marking: 'left_out' as const }, second];
  expect(scoreOf(leftOut, { 1: '2', 2: '3' }, 5)).toBe(5);
});
