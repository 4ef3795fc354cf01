import { expect, test } from 'vitest';
import { contentsOf, findChanged, reasonOf } from './archive-changes.ts';

const entries = (answers: string, page: string) =>
  new Map([
    ['all.json', 'a'],
    ['attempts/0001/answers.json', answers],
    ['attempts/0001/attempt.pdf', page],
    ['attempts/0002/answers.json', 'c'],
  ]);

test('an attempt differs if one of its files does, and not if only its look does', () => {
  const before = contentsOf(entries('b', 'page'));
  expect([...before.keys()]).toEqual(['0001', '0002']);
  expect(contentsOf(entries('b', 'another page'))).toEqual(before);
  const now = contentsOf(entries('another', 'page'));
  expect(findChanged({ before, now, steps: [] })).toEqual([
    { number: '0001', reasons: ['judged_again'] },
  ]);
});

test('why attempts differ is what happened to them, the most telling first', () => {
  const before = new Map([['0001', 'a']]);
  const now = new Map([
    ['0002', 'b'],
    ['0001', 'b'],
  ]);
  const steps = [
    { number: '0001', step: 'hand-mark' },
    { number: '0001', step: 'key-correction' },
    { number: '0002', step: 'reopen' },
    { number: '0003', step: 'reopen' },
  ];
  const changed = findChanged({ before, now, steps });
  expect(changed).toEqual([
    { number: '0001', reasons: ['corrected', 'marked'] },
    { number: '0002', reasons: ['reopened'] },
  ]);
  expect(reasonOf(changed, { isCorrected: false })).toBe('corrected');
  expect(reasonOf(changed.slice(1), { isCorrected: false })).toBe('reopened');
  expect(reasonOf([], { isCorrected: true })).toBe('corrected');
  expect(reasonOf([], { isCorrected: false })).toBe('judged_again');
});
