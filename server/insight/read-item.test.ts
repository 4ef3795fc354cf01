import { expect, test } from 'vitest';
import { readItem } from './read-item.ts';

const answers = (countsOfBest: number[], right = [1]) =>
  countsOfBest.map((countOfBest, at) => ({
    called: `option ${at + 1}`,
    isRight: right.includes(at + 1),
    countOfBest,
  }));
const usual = {
  facility: 60,
  discriminationIndex: 45,
  randomGuessScore: 25,
  answers: answers([9, 1, 0, 0]),
  marking: 'by_key' as const,
  attempts: 30,
  hasParts: false,
};

test('of few attempts nothing is said', () => {
  expect(readItem({ ...usual, attempts: 7 }).kind).toBe('too_few');
});

test('a wrong option that the best prefer puts the key in doubt and is named', () => {
  const found = { ...usual, discriminationIndex: -30, answers: answers([2, 8, 0, 0]) };
  expect(readItem(found)).toEqual({
    kind: 'key_may_be_wrong',
    sentence:
      'The key may be wrong: students with the best totals chose option 2 more often than the marked option 1.',
  });
});

test('a question that no more answer than guessing gives is too hard', () => {
  expect(readItem({ ...usual, facility: 25.4 }).kind).toBe('too_hard');
});

test('where parts of the points are possible, the mean mark is told', () => {
  const { sentence } = readItem({ ...usual, hasParts: true });
  expect(sentence).toBe('Works well: the mean mark is 60 %, mostly students who did well overall.');
});

test('a question that nearly all answer is very easy', () => {
  expect(readItem({ ...usual, facility: 97, discriminationIndex: null }).kind).toBe('too_easy');
});

test('a question that strong and weak answer alike does not separate', () => {
  expect(readItem({ ...usual, discriminationIndex: 8 }).kind).toBe('does_not_separate');
});

test('a question that tells strong from weak works well', () => {
  expect(readItem(usual)).toEqual({
    kind: 'good',
    sentence: 'Works well: 60 % answered correctly, mostly students who did well overall.',
  });
});

test('a second option that counts as right puts the key no longer in doubt', () => {
  const found = { ...usual, discriminationIndex: 10, answers: answers([2, 8, 0, 0], [1, 2]) };
  expect(readItem(found).kind).toBe('does_not_separate');
});

test('of a question that is given to all or left out, that is what is said', () => {
  expect(readItem({ ...usual, marking: 'everyone' }).kind).toBe('everyone');
  expect(readItem({ ...usual, marking: 'left_out', facility: null }).kind).toBe('left_out');
});
