import { expect, test } from 'vitest';
import { replay } from './replay.ts';
import type { TraceStep } from './trace.ts';

const replayed = (...steps: TraceStep[]) =>
  replay({ head: { trace: 1, language: 'c', files: ['main.c'] }, steps, end: { end: 'exit' } });

test('frames begin and end, and the others stay what they are', () => {
  const { snapshots } = replayed(
    { l: 1, c: ['main'], s: [[1, 'a', 1]] },
    {
      l: 2,
      c: ['f', 'g'],
      s: [
        [2, 'b', 2],
        [3, 'c', 3],
      ],
    },
    { l: 3, p: 2, c: ['f'] },
    { l: 4, d: [[1, 'a']] },
  );
  const names = snapshots.map(({ frames }) => frames.map(({ name }) => name));
  expect(names).toEqual([
    ['', 'main'],
    ['', 'main', 'f', 'g'],
    ['', 'main', 'f'],
    ['', 'main', 'f'],
  ]);
  expect(snapshots[2]?.frames[1]).toBe(snapshots[0]?.frames[1]);
  expect(snapshots[2]?.frames[2]?.activation).not.toBe(snapshots[1]?.frames[2]?.activation);
  expect(snapshots[3]?.frames[1]?.variables).toEqual([]);
});

test('parts of objects and variables change, and the snapshots before do not', () => {
  const { snapshots, types } = replayed(
    {
      t: ['int [2]', 'point'],
      h: [
        [1, 'array', 0, 2, [1, ['o', 'fields', 1, 1, [['x', 5]]]]],
        [2, 'map', 0, 1, [['k', 1]]],
      ],
      s: [[0, 'p', ['o', 'fields', 1, 1, [['x', 1]]]]],
    },
    {
      a: [
        [1, [1, 0], 6],
        [2, [0], 2],
        [0, 'p', [0], 7],
        [1, [9], 1],
        [0, 'none', [0], 1],
      ],
    },
    { free: [1], x: [2] },
  );
  const [first, second, third] = snapshots;
  expect(first?.objects.get(1)?.parts[3]).toEqual([1, ['o', 'fields', 1, 1, [['x', 5]]]]);
  expect(second?.objects.get(1)?.parts[3]).toEqual([1, ['o', 'fields', 1, 1, [['x', 6]]]]);
  expect(second?.objects.get(2)?.parts[3]).toEqual([['k', 2]]);
  expect(second?.frames[0]?.variables).toEqual([['p', ['o', 'fields', 1, 1, [['x', 7]]]]]);
  expect(third?.objects.get(1)).toMatchObject({ isFreed: true, type: 'int [2]' });
  expect(third?.objects.has(2)).toBe(false);
  expect(types).toEqual(['int [2]', 'point']);
});

test('what was printed is told in its order', () => {
  const { snapshots, output } = replayed({ o: 'a' }, {}, { o: 'b', E: 'c' }, { i: 4, q: true });
  expect(output).toEqual([
    { text: 'a', isError: false },
    { text: 'b', isError: false },
    { text: 'c', isError: true },
  ]);
  expect(snapshots.map((one) => one.output)).toEqual([1, 1, 3, 3]);
  expect(snapshots.at(-1)).toMatchObject({ input: 4, asksForMore: true });
});

test('parts of variables change in their order, and the other variables stay the same', () => {
  const { snapshots } = replayed(
    {
      s: [
        [0, 'pair', ['o', 'array', 0, 2, [1, 2]]],
        [0, 'other', ['f', '0.5']],
      ],
    },
    {
      a: [
        [0, 'pair', [0], 3],
        [0, 'pair', [1], 4],
        [0, 'pair', [0], 5],
        [0, 'absent', [0], 6],
      ],
    },
  );
  const [before, after] = snapshots.map(({ frames }) => frames[0]?.variables);
  expect(after?.[0]).toEqual(['pair', ['o', 'array', 0, 2, [5, 4]]]);
  expect(after?.[1]).toBe(before?.[1]);
  expect(after).toHaveLength(2);
});

test('a trace that exceeds the limits keeps what fits, so that showing it stays possible', () => {
  const many = Array.from({ length: 3000 }, (_, id) => id);
  const { snapshots } = replayed(
    { c: many.map(String) },
    { s: many.map((id) => [0, `a${id}`, id]) },
    { s: many.map((id) => [1, `b${id}`, id]) },
    { h: many.map((id) => [id, 'list', 0, 0, []]) },
    { x: many.slice(0, 150), h: [[5000, 'list', 0, 0, []]], s: [[0, 'a0', null]] },
  );
  const last = snapshots.at(-1);
  expect(last?.frames).toHaveLength(256);
  expect(last?.frames.map(({ variables }) => variables.length).slice(0, 3)).toEqual([
    3000, 2000, 0,
  ]);
  expect(last?.frames[0]?.variables[0]).toEqual(['a0', null]);
  expect(snapshots[3]?.objects.size).toBe(200);
  expect([...(last?.objects.keys() ?? [])].slice(-2)).toEqual([199, 5000]);
});
