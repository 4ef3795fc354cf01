import { expect, test } from 'vitest';
import { listLargeSteps, textAfter } from './written-texts.ts';

const step = (from: number | null, removed: number | null, added: string) => ({
  at: '2026-11-26T10:00:00.000Z',
  language: 'c' as const,
  from,
  removed,
  added,
});
const steps = [
  step(null, null, 'int main'),
  step(4, 0, 'x; '),
  step(0, 3, 'long'),
  step(11, 0, 'y'.repeat(200)),
  step(null, null, 'print(1)'),
];

test('the text after a number of steps is put together from its changes', () => {
  expect(textAfter(steps, 0)).toBe('');
  expect(textAfter(steps, 2)).toBe('int x; main');
  expect(textAfter(steps, 3)).toBe('long x; main');
  expect(textAfter(steps, 5)).toBe('print(1)');
});

test('a step that adds much at once is pointed out, and a whole text is not', () => {
  expect(listLargeSteps(steps)).toEqual([4]);
});
