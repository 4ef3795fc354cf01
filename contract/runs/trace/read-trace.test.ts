import { array, assert, constantFrom, jsonValue, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { readTrace, writeTrace } from './read-trace.ts';
import { replay } from './replay.ts';
import { MAX_TRACE_BYTES, MAX_TRACE_STEPS } from './trace.ts';

const HEAD = { trace: 1, language: 'python', files: ['script.py'] };
const lines = (...all: unknown[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('');

test('what is read is what was written', () => {
  const text = lines(
    HEAD,
    { l: 1, t: ['list'], s: [[0, 'a', ['r', 1]]], h: [[1, 'list', 0, 2, [4, ['f', '0.5']]]] },
    {
      l: 2,
      e: 'call',
      c: ['f'],
      a: [
        [1, [0], 5],
        [0, 'a', [], null],
      ],
      o: 'hi\n',
      i: 3,
    },
    { end: 'exit', code: 0 },
  );
  const trace = readTrace(text);
  expect(trace?.steps).toHaveLength(2);
  expect(trace && writeTrace(trace)).toBe(text);
});

test.each([
  ['a member that is not known', { z: 1 }],
  ['an object in place of pairs', { s: { __proto__: 1 } }],
  ['a variable below all frames', { s: [[-1, 'a', 1]] }],
  ['a tag that is not known', { s: [[0, 'a', ['z', 1]]] }],
  ['a reference to a text', { s: [[0, 'a', ['r', '1']]] }],
  ['a value that is an object', { v: { a: 1 } }],
  ['a number with a fraction', { v: 1.5 }],
  ['too long a text', { v: 'x'.repeat(1000) }],
  ['too many elements', { h: [[1, 'list', 0, 61, Array.from({ length: 61 }, () => 1)]] }],
  ['a field without a name', { h: [[1, 'fields', 0, 1, [[1, 2]]]] }],
  ['a kind that is not known', { h: [[1, 'toString', 0, 0, []]] }],
  ['a line with a fraction', { l: 1.5 }],
  ['an event that is not known', { e: 'constructor' }],
])('is cut at a step with %s', (_, step) => {
  const trace = readTrace(lines(HEAD, { l: 1 }, step, { l: 3 }, { end: 'exit' }));
  expect(trace).toMatchObject({ steps: [{ l: 1 }], end: { end: 'killed' } });
});

test('values are not nested without end', () => {
  const deep = `${'["o","list",0,1,['.repeat(100_000)}1${']]'.repeat(100_000)}`;
  expect(readTrace(`${lines(HEAD)}{"v":${deep}}\n`)?.steps).toEqual([]);
});

test('a text without a head is no trace', () => {
  for (const text of [
    '',
    'hello',
    lines({ l: 1 }),
    lines({ ...HEAD, trace: 2 }),
    lines({ ...HEAD, files: [] }),
  ])
    expect(readTrace(text)).toBeNull();
});

test('no more is read than the limits allow', () => {
  const steps = Array.from({ length: MAX_TRACE_STEPS + 5 }, () => ({ l: 1 }));
  const trace = readTrace(lines(HEAD, ...steps, { end: 'exit' }));
  expect(trace?.steps).toHaveLength(MAX_TRACE_STEPS);
  expect(trace?.end).toEqual({ end: 'steps' });
  const long = readTrace(lines(HEAD, { l: 1 }) + 'x'.repeat(MAX_TRACE_BYTES));
  expect(long).toMatchObject({ steps: [{ l: 1 }], end: { end: 'bytes' } });
});

test('whatever a program writes, reading and replaying it does not fail', () => {
  const member = constantFrom(
    'l',
    'e',
    'v',
    'p',
    'c',
    't',
    's',
    'd',
    'h',
    'a',
    'x',
    'o',
    'i',
    'free',
  );
  const plausible = constantFrom<unknown[]>(
    [0, 1, 'call', null, ['r', 1], ['a'], [[0, 'a', 1]], [[1, 'a']], [[0, 'a', [0], 1]], [1]],
    [[[1, 'list', 0, 1, [1]]], [[2, 'map', 0, 1, [[1, 2]]]], [[1, [0, 0], 2]]],
  ).chain((values) => constantFrom(...values));
  const step = array(tuple(member, oneof(plausible, jsonValue())), { maxLength: 4 });
  assert(
    property(array(step, { maxLength: 12 }), string(), (steps, rest) => {
      const objects = steps.map((members) => Object.fromEntries(members));
      const trace = readTrace(lines(HEAD, ...objects) + rest);
      expect(trace && replay(trace).snapshots).toHaveLength(trace?.steps.length ?? -1);
    }),
  );
});
