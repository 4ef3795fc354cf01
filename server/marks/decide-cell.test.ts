import { expect, test } from 'vitest';
import { decideCell } from './decide-cell.ts';

const done = (isDone: boolean, marks: number | null) => ({ isDone, marks });

test.each([
  ['marked', { done: done(true, 7), isAsked: true, isOver: true }, 7],
  ['marked with nothing', { done: done(true, 0), isAsked: true, isOver: false }, 0],
  ['waiting for marks', { done: done(true, null), isAsked: true, isOver: true }, 'to_mark'],
  ['in progress', { done: done(false, null), isAsked: true, isOver: true }, 'not_yet'],
  ['missed', { done: null, isAsked: true, isOver: true }, 'absent'],
  ['still open', { done: null, isAsked: true, isOver: false }, 'not_yet'],
  ['for others', { done: null, isAsked: false, isOver: true }, 'not_asked'],
  ['done before it was for others', { done: done(true, 7), isAsked: false, isOver: true }, 7],
])('the cell of work that is %s', (_, facts, cell) => {
  expect(decideCell(facts)).toBe(cell);
});
