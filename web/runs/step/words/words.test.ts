import { TRACE_ENDS, type TraceEnd, type TraceValue } from '@vlabs/contract/runs/trace/trace';
import { describe, expect, test } from 'vitest';
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
