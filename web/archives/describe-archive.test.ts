import { expect, test } from 'vitest';
import { describeChanged, describeMaking } from './describe-archive.ts';

test('it is said which attempts differ from the archive before, and why', () => {
  const changed = [
    { number: '0007', reasons: ['corrected' as const, 'marked' as const] },
    { number: '0012', reasons: ['reopened' as const] },
  ];
  expect(describeChanged({ number: 2, changed })).toBe(
    'Attempts that differ from archive 1. Because an answer key was corrected, points were given by hand: 0007. Because an attempt was reopened: 0012.',
  );
  expect(describeChanged({ number: 2, changed: [] })).toBe('No attempt differs from archive 1.');
});

test('many attempts are counted', () => {
  const changed = Array.from({ length: 25 }, (_, at) => ({
    number: String(at + 1).padStart(4, '0'),
    reasons: ['corrected' as const],
  }));
  expect(describeChanged({ number: 3, changed })).toMatch(/0020 and 5 more\.$/);
});

test('progress is said in attempts once they are counted', () => {
  const archive = { number: 1, done: 0, total: null };
  expect(describeMaking(archive, null)).toBe('Archive 1 is about to be made.');
  expect(describeMaking(archive, { state: 'running', done: 20, total: 60 })).toBe(
    'Archive 1 is being made: 20 of 60 attempts.',
  );
});
