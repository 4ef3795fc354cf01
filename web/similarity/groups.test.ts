import { expect, test } from 'vitest';
import { groupPairs } from './groups.ts';
import { showPart } from '../ui/progress/show-part.ts';

const pair = (one: string, other: string, similarity: number, language = 50) => ({
  one,
  other,
  language,
  similarity,
  partOfOne: similarity,
  partOfOther: similarity,
  sharedLines: 10,
  longestLines: 5,
});

test('programs that hang together by their pairs are one group, whatever the order', () => {
  const groups = groupPairs([pair('a', 'b', 0.9), pair('d', 'e', 0.8), pair('c', 'b', 0.7)]);
  expect(groups.map(({ members, lowest, highest }) => [members, lowest, highest])).toEqual([
    [['a', 'b', 'c'], 0.7, 0.9],
    [['d', 'e'], 0.8, 0.8],
  ]);
  expect(groups[0]?.closest).toMatchObject({ one: 'a', other: 'b' });
});

test('two groups become one by a pair between them', () => {
  const pairs = [pair('a', 'b', 0.9), pair('c', 'd', 0.8), pair('d', 'a', 0.6)];
  expect(groupPairs(pairs).map(({ members }) => members)).toEqual([['a', 'b', 'c', 'd']]);
});

test('programs of one hand-in in two languages are in two groups', () => {
  expect(groupPairs([pair('a', 'b', 0.9), pair('a', 'c', 0.8, 71)])).toHaveLength(2);
});

test('only what is wholly shared is shown as 100 %', () => {
  expect([1, 0.999, 0.5, 0.004, 0].map(showPart)).toEqual(
    ['100', '99', '50', '1', '0'].map((number) => `${number}\u{A0}%`),
  );
});
