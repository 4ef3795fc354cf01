import type { TraceStep, TraceValue } from '@vlabs/contract/runs/trace/trace';
import { expect, test } from 'vitest';
import { traceOf } from '../step.setup.ts';
import { boundSnapshot, MAX_SHOWN_VALUES } from './bound-snapshot.ts';

const nested = (depth: number, width = 60): TraceValue =>
  depth === 0
    ? 0
    : ['o', 'array', 0, width, Array.from({ length: width }, () => nested(depth - 1, width))];
const snapshotsOf = (...steps: TraceStep[]) => traceOf(steps).snapshots.map(boundSnapshot);
const countOf = (value: unknown) => JSON.stringify(value).match(/\b0\b/g)?.length ?? 0;

test('a step of a usual size stays the same object', () => {
  const { snapshots } = traceOf([{ t: ['int'], s: [[0, 'a', nested(2)]] }]);
  expect(snapshots.map(boundSnapshot)[0]).toBe(snapshots[0]);
});

test('of a step that nests too much, the first values are shown and the others counted', () => {
  const [shown] = snapshotsOf({
    s: [
      [0, 'a', nested(3)],
      [0, 'b', 7],
      [0, 'c', nested(1)],
    ],
    h: [
      [1, 'fields', 0, 1, [['x', nested(3)]]],
      [2, 'opaque', 0, 0, []],
    ],
  });
  const variables = new Map(shown?.frames[0]?.variables);
  expect(countOf([...variables])).toBeLessThanOrEqual(2 * MAX_SHOWN_VALUES);
  expect(variables.get('a')).toMatchObject(['o', 'array', 0, 60, expect.any(Array)]);
  expect(variables.get('b')).toBe(7);
  expect(variables.get('c')).toEqual(['o', 'array', 0, 60, []]);
  expect(shown?.objects.get(1)?.parts).toEqual(['fields', 0, 1, []]);
  expect(shown?.objects.get(2)?.parts).toEqual(['opaque', 0, 0, []]);
});

test('what did not change between two such steps is the same object in both', () => {
  const [first, second] = snapshotsOf(
    {
      s: [
        [0, 'count', 1],
        [0, 'a', nested(3)],
      ],
    },
    { s: [[0, 'count', 2]] },
  );
  expect(second?.frames[0]?.variables[0]).toEqual(['count', 2]);
  expect(second?.frames[0]?.variables[1]?.[1]).toBe(first?.frames[0]?.variables[1]?.[1]);
});
