import type { TraceStep, TraceValue } from '@vlabs/contract/runs/trace/trace';
import { expect, test } from 'vitest';
import { traceOf, twoCalls } from '../step.setup.ts';
import { questionOf } from './questions.ts';

const questionBetween = (first: TraceStep, second: TraceStep) =>
  questionOf(traceOf([first, second]), 0, 1);

test('a step that prints is asked about by what it prints, without the line end', () => {
  expect(questionBetween({ l: 1 }, { l: 2, o: '11\n', s: [[0, 'a', 1]] })).toEqual({
    kind: 'prints',
    text: '11',
  });
  expect(questionBetween({ l: 1 }, { l: 2, o: 'x '.repeat(60) })).toBeNull();
  expect(questionBetween({ l: 1 }, { l: 2, E: 'warning\n' })).toBeNull();
  expect(questionBetween({ l: 1 }, { l: 2, o: '\n', s: [[0, 'a', 1]] })?.kind).toBe('value');
});

test.each<TraceValue>([7, 'word', true, null, ['f', '0.5'], ['i', '9007199254740993'], ['c', 65]])(
  'a variable that gets the value %j is asked about by this value',
  (value) => {
    expect(questionBetween({ s: [[0, 'a', 0]] }, { s: [[0, 'a', value]] })).toEqual({
      kind: 'value',
      name: 'a',
      value,
      event: null,
    });
  },
);

test('a value that nobody types is not asked about', () => {
  for (const value of ['x'.repeat(41), ['u'], ['x', 'f'], ['s', 'ab', 500], ['d']] as TraceValue[])
    expect(questionBetween({}, { s: [[0, 'a', value]] })).toBeNull();
});

test('nothing is asked where nothing prints or changes, and about the variables of a new call', () => {
  const trace = traceOf(twoCalls);
  const asked = trace.snapshots.map((_, at) => questionOf(trace, at, at + 1)?.kind ?? null);
  expect(asked).toEqual([null, null, null, null, null, null, null, 'value', 'prints', null]);
  expect(questionOf(trace, 7, 8)).toMatchObject({ name: 'sum', value: 25, event: 'return' });
});

test('over a call the question is about all that happens in it', () => {
  const trace = traceOf(twoCalls);
  expect(questionOf(trace, 1, 8)).toMatchObject({ name: 'sum', value: 25, event: null });
  expect(questionOf(trace, 1, 9)).toEqual({ kind: 'prints', text: '25' });
});

const objects: TraceStep = {
  t: ['list', 'function'],
  s: [
    [0, 'numbers', ['r', 1]],
    [0, 'words', ['r', 2]],
    [0, 'same', ['r', 1]],
    [0, 'count', 2],
    [0, 'f', ['r', 3]],
    [0, 'g', ['x', 'g']],
  ],
  h: [
    [1, 'list', 0, 2, [4, 7]],
    [2, 'list', 0, 0, []],
    [3, 'opaque', 1, 0, []],
  ],
};

test('a change of an object is asked about by the variables that refer to it', () => {
  expect(questionBetween(objects, { a: [[1, [0], 5]] })).toEqual({
    kind: 'which',
    choices: ['numbers', 'words', 'same', 'count'],
    right: ['numbers', 'same'],
  });
  expect(questionBetween(objects, { s: [[0, 'words', ['r', 1]]] })).toMatchObject({
    right: ['words'],
  });
});

test('there are at least two and at most six choices, one of them right', () => {
  const alone: TraceStep = { h: [[1, 'list', 0, 1, [4]]], s: [[0, 'numbers', ['r', 1]]] };
  expect(questionBetween(alone, { a: [[1, [0], 5]] })).toBeNull();
  const many = Array.from({ length: 9 }, (_, at): [number, string, TraceValue] => [0, `v${at}`, 0]);
  const last: TraceStep = { ...alone, s: [...many, [0, 'numbers', ['r', 1]]] };
  expect(questionBetween(last, { a: [[1, [0], 5]] })).toEqual({
    kind: 'which',
    choices: ['v0', 'v1', 'v2', 'v3', 'v4', 'numbers'],
    right: ['numbers'],
  });
});

test('a pointer does not change with what it points to, nor when that is freed', () => {
  const array: TraceValue = ['o', 'array', 0, 1, [1]];
  const pointers: TraceStep = {
    s: [
      [0, 'a', array],
      [0, 'n', 1],
      [0, 'pointer', ['v', 0, 'a[0]']],
      [0, 'block', ['r', 1]],
    ],
    h: [[1, 'array', 0, 1, [5]]],
  };
  expect(questionBetween(pointers, { a: [[0, 'a', [0], 2]] })).toEqual({
    kind: 'which',
    choices: ['a', 'n', 'block'],
    right: ['a'],
  });
  expect(questionBetween(pointers, { free: [1], s: [[0, 'block', ['d', 1]]] })).toBeNull();
});
