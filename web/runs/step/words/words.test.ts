import {
  TRACE_ENDS,
  TRACE_EVENTS,
  type TraceEnd,
  type TraceObject,
  type TraceStep,
  type TraceValue,
} from '@vlabs/contract/runs/trace/trace';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listRows, placeObjects } from '../state/placement.ts';
import { traceOf, twoCalls } from '../step.setup.ts';
import { countMissing, indexesOf } from './contents.ts';
import { sayEnd } from './end-words.ts';
import { sayEvent, sayPlace, sayStep } from './step-words.ts';
import { sayValue, type ValueNames } from './value-words.ts';

const names = (language = 'python'): ValueNames => ({
  language,
  objects: new Map([[7, 'Node 2']]),
  types: ['point'],
});

test.each<[TraceValue, string]>([
  [null, 'None'],
  [true, 'True'],
  [-3, '-3'],
  ['a\n"b"\u202e', '"a\\n"b"\\u202e"'],
  [['r', 7], 'Node 2'],
  [['r', 7, 3], 'element 3 of Node 2'],
  [['r', 8], 'object 8'],
  [['v', 1, 'a[2]'], 'address of a[2]'],
  [['d', 7], 'dangling, Node 2 was freed'],
  [['d'], 'dangling'],
  [['u'], 'not set'],
  [['u', 4], '4 elements not set'],
  [['f', '0.1'], '0.1'],
  [['i', '90071992547409930'], '90071992547409930'],
  [['c', 65], "'A'"],
  [['c', 0], "'\\0'"],
  [['c', 0x110000], '1114112'],
  [['s', 'ab', 500], '"ab…", 500 characters'],
  [['x', 'Color.RED'], 'Color.RED'],
  [['o', 'fields', 0, 1, [['x', 1]]], 'point of 1 element'],
])('the value %j is said as %s', (value, words) => {
  expect(sayValue(value, names())).toBe(words);
});

test('constants are those of the language', () => {
  expect(sayValue(null, names('c'))).toBe('NULL');
  expect(sayValue(null, names('cpp'))).toBe('nullptr');
  expect(sayValue(null, names('java'))).toBe('null');
  expect(sayValue(false, names('java'))).toBe('false');
  expect(sayValue(null, names('constructor'))).toBe('null');
});

test('entries for several elements count as all of them', () => {
  expect(indexesOf([1, ['u', 3], 5])).toEqual(['0', '1–3', '4']);
  expect(countMissing(['array', 0, 10, [1, ['u', 3], 5]])).toBe(5);
  expect(countMissing(['map', 0, 2, [['k', 1]]])).toBe(1);
  expect(countMissing(['opaque', 0, 9, []])).toBe(0);
});

describe('a step', () => {
  const trace = traceOf(twoCalls);

  test('says where it is', () => {
    expect(sayPlace(trace, 3)).toBe('Step 4 of 10 · line 2 · square');
    expect(sayPlace(trace, 0)).toBe('Step 1 of 10 · line 1');
    expect(sayPlace(traceOf([]), 0)).toBe('No steps');
  });

  test('says what it changed, what was printed and how the program ended', () => {
    expect(sayStep(trace, 2, 1, names())).toBe('Line 1, square. square is called. n is 3.');
    expect(sayStep(trace, 4, 3, names())).toBe('Line 2, square. square returns 9.');
    expect(sayStep(trace, 8, 7, names())).toBe('Line 5. sum is 25.');
    expect(sayStep(trace, 9, 8, names())).toBe('Line 5. Printed: 25. The program ended.');
    expect(sayStep(trace, 8, 0, names())).toBe('Step 9. Line 5. sum is 25.');
    expect(sayStep(trace, 8, null, names())).toBe('Step 9. Line 5.');
  });

  test('says which parts of objects changed, and how many more', () => {
    const objects = traceOf([
      { t: ['list', 'Node'], h: [[1, 'list', 0, 2, [1, 2]]] },
      { h: [[7, 'fields', 1, 1, [['value', 1]]]], a: [[1, [1], 5]] },
      {
        h: [
          [
            7,
            'fields',
            1,
            2,
            [
              ['value', 2],
              ['next', null],
            ],
          ],
        ],
      },
      { h: [[1, 'list', 0, 9, [0, 0, 0, 0, 0, 0, 0, 0, 0]]] },
      { free: [7] },
    ]);
    const said = [1, 2, 3, 4].map((at) => sayStep(objects, at, at - 1, names()));
    expect(said[0]).toContain('element 1 of object 1 is now 5. Node 2 is new.');
    expect(said[1]).toContain('value of Node 2 is now 2. next of Node 2 is now None.');
    expect(said[2]).toContain('5 more changes.');
    expect(said[3]).toContain('Node 2 is freed.');
  });

  test('says an exception with its text', () => {
    const { snapshots } = traceOf([{ l: 3, e: 'exception', v: 'ValueError: no' }]);
    const [snapshot] = snapshots;
    expect(snapshot && sayEvent(snapshot, names())).toBe('Exception: ValueError: no');
  });
});

describe('the end of a trace', () => {
  test.each(TRACE_ENDS)('has words if it is %s', (end) => {
    const { text, isBad } = sayEnd({ end });
    expect(text).toMatch(/^[A-Z0-9].*[.?]$/);
    expect(isBad).toBe(end !== 'exit');
  });

  test.each<[TraceEnd, string]>([
    [{ end: 'exit', code: 2 }, 'The program ended with status 2.'],
    [{ end: 'exception', text: 'EOFError' }, 'The program ended: EOFError'],
    [{ end: 'signal', code: 9, text: 'SIGKILL' }, 'The program was ended by SIGKILL.'],
    [{ end: 'signal', code: 40 }, 'The program was ended by signal 40.'],
  ])('%j is said as %s', (end, words) => {
    expect(sayEnd(end).text).toBe(words);
  });

  test('explains signals that students meet', () => {
    expect(sayEnd({ end: 'signal', code: 11, text: 'SIGSEGV' }).text).toContain('null pointer');
  });
});

const texts = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('__proto__', '\u202e', '\0'));
const small = fc.nat({ max: 4 });
const { value: anyValue } = fc.letrec<{ value: TraceValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<TraceValue>(null, true, ['u'], ['d'], ['u', 3], ['c', -1], ['r', 9, 9]),
    fc.integer(),
    texts,
    fc.tuple(fc.constant('r' as const), small),
    fc.tuple(fc.constant('v' as const), small, texts),
    fc.tuple(fc.constant('s' as const), texts, small),
    fc
      .tuple(small, small, fc.array(tie('value'), { maxLength: 3 }))
      .map(([type, length, all]): TraceValue => ['o', 'array', type, length, all]),
    fc
      .array(fc.tuple(texts, tie('value')), { maxLength: 3 })
      .map((all): TraceValue => ['o', 'fields', 0, all.length, all]),
  ),
}));
const anyObject = fc
  .tuple(small, fc.array(fc.tuple(anyValue, anyValue), { maxLength: 3 }), fc.boolean())
  .map(([id, all, isMap]): TraceObject =>
    isMap
      ? [id, 'map', 0, 9, all]
      : [id, 'fields', 0, all.length, all.map(([, value]) => ['next', value])],
  );
const lists = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 });
const anyStep: fc.Arbitrary<TraceStep> = fc.record(
  {
    l: small,
    f: small,
    e: fc.constantFrom(...TRACE_EVENTS),
    v: anyValue,
    p: small,
    c: lists(texts),
    t: lists(texts),
    s: lists(fc.tuple(small, texts, anyValue)),
    d: lists(fc.tuple(small, texts)),
    h: lists(anyObject),
    a: lists(fc.tuple(small, lists(small), anyValue)),
    x: lists(small),
    free: lists(small),
    o: texts,
    i: small,
  },
  { requiredKeys: [] },
);

test('whatever a trace contains, each of its steps has words and its objects a place', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 8 }), (steps) => {
      const trace = traceOf(steps);
      const placement = placeObjects(trace);
      const scope = { language: 'c', objects: placement.names, types: trace.types };
      for (const [at, { objects }] of trace.snapshots.entries()) {
        expect(sayStep(trace, at, at - 1, scope)).not.toMatch(/[\p{Cc}\u202e]/u);
        const shown = listRows(objects, placement).flatMap((row) => row.objects);
        expect(shown).toHaveLength(objects.size);
      }
    }),
    { numRuns: 300 },
  );
});
