import { expect, test } from 'vitest';
import { countAsked, totalScoreOf } from './quiz-totals.ts';

const details = { TotalQuestions: 7, ScorePerQuestion: 0.1 };

test('without points of their own, each question counts the score per question', () => {
  expect(countAsked(details)).toBe(7);
  expect(totalScoreOf(details)).toBe(0.7);
});

test('with points of their own, the total is their sum, and texts without an answer do not count', () => {
  const mixed = { ...details, notAsked: 1, totalScore: 20 };
  expect(countAsked(mixed)).toBe(6);
  expect(totalScoreOf(mixed)).toBe(20);
});

test('a draft without its details has no totals', () => {
  const draft = { TotalQuestions: null, ScorePerQuestion: null };
  expect(countAsked(draft)).toBeNull();
  expect(totalScoreOf(draft)).toBeNull();
});
