import type { TraceObject, TraceValue } from '@vlabs/contract/runs/trace/trace';
import { expect, test } from 'vitest';
import { traceOf } from '../step.setup.ts';
import { drawArrow } from './arrow-paths.ts';
import { listRows, placeObjects } from './placement.ts';

const node = (id: number, next: TraceValue): TraceObject => [
  id,
  'fields',
  0,
  2,
  [
    ['value', id],
    ['next', next],
  ],
];
const rowsAt = (trace: ReturnType<typeof traceOf>, step: number) =>
  listRows(trace.snapshots[step]?.objects ?? new Map(), placeObjects(trace)).map(({ objects }) =>
    objects.map(({ id }) => id),
  );

test('nodes of a list are in one row in its order, whichever was made first', () => {
  const trace = traceOf([
    { t: ['Node', 'list'], h: [node(1, null)] },
    { h: [[9, 'list', 1, 1, [['r', 1]]]] },
    { h: [node(2, ['r', 1])] },
    { h: [node(3, null)] },
    { a: [[1, [1], ['r', 3]]] },
  ]);
  expect(rowsAt(trace, 1)).toEqual([[1], [9]]);
  expect(rowsAt(trace, 4)).toEqual([[2, 1, 3], [9]]);
});

test('an object keeps its place when others come and go', () => {
  const trace = traceOf([
    {
      t: ['list'],
      h: [
        [1, 'list', 0, 0, []],
        [2, 'list', 0, 0, []],
      ],
    },
    { x: [1], h: [[3, 'list', 0, 0, []]] },
  ]);
  const { places, names } = placeObjects(trace);
  expect(rowsAt(trace, 1)).toEqual([[2], [3]]);
  expect([...places.keys()]).toEqual([1, 2, 3]);
  expect([...names.values()]).toEqual(['list 1', 'list 2', 'list 3']);
});

test('rings, trees and references to oneself each end', () => {
  const trace = traceOf([
    {
      t: ['Node'],
      h: [
        node(1, ['r', 2]),
        node(2, ['r', 1]),
        node(3, ['r', 3]),
        [
          4,
          'fields',
          0,
          2,
          [
            ['left', ['r', 5]],
            ['right', ['r', 6]],
          ],
        ],
        node(5, null),
        node(6, ['r', 5]),
      ],
    },
  ]);
  expect(rowsAt(trace, 0)).toEqual([[1, 2], [3], [4, 5], [6]]);
});

test('names have the type with what cannot be seen in it, and a number', () => {
  const trace = traceOf([
    {
      t: ['a\u202eb', 'int [10]'],
      h: [
        [1, 'list', 0, 0, []],
        [2, 'array', 1, 0, []],
      ],
    },
  ]);
  const { names } = placeObjects(trace);
  expect([...names.values()]).toEqual([String.raw`a\u202eb 1`, 'int [10] #1']);
});

test('arrows lead to the left edge, to the upper edge of what is below, or back', () => {
  const from = { left: 0, top: 0, width: 10, height: 10 };
  expect(drawArrow(from, { left: 50, top: 0, width: 20, height: 20 })).toMatch(/^M10 5C.* 50 10M/);
  expect(drawArrow(from, { left: 0, top: 40, width: 20, height: 20 })).toMatch(/^M10 5C.* 10 40M/);
  const box = { left: 40, top: 0, width: 10, height: 10 };
  expect(drawArrow(box, { left: 0, top: 0, width: 20, height: 20 })).toMatch(/^M50 5C.* 20 10M/);
  expect(drawArrow(from, { left: 0, top: 0, width: 0, height: 0 })).toBe('');
});
