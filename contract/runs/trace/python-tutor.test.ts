import { expect, test } from 'vitest';
import { writePythonTutor } from './python-tutor.ts';
import { readTrace } from './read-trace.ts';
import type { Trace, TraceEnd, TraceObject, TraceStep, TraceValue } from './trace.ts';

/** The example of docs/api/traces.md. */
const EXAMPLE = `{"trace":1,"language":"python","files":["script.py"]}
{"l":1}
{"l":2,"t":["list"],"s":[[0,"numbers",["r",1]]],"h":[[1,"list",0,2,[4,7]]]}
{"l":3,"s":[[0,"total",11]]}
{"o":"11\\n"}
{"end":"exit","code":0}
`;
const SOURCE = 'numbers = [4, 7]\ntotal = sum(numbers)\nprint(total)\n';

const traceOf = (
  steps: TraceStep[],
  {
    language = 'python',
    end = { end: 'exit', code: 0 },
  }: { language?: string; end?: TraceEnd } = {},
): Trace => ({ head: { trace: 1, language, files: ['main'] }, steps, end });
const convert = (trace: Trace) => writePythonTutor(trace, new Map());
const globalsOf = (values: TraceValue[], language: string) => {
  const s = values.map((value, at): [number, string, TraceValue] => [0, `v${at}`, value]);
  const [step] = convert(traceOf([{ s, t: ['point'] }], { language })).trace;
  return Object.values(step?.globals ?? {});
};
const words = (text: string) => ['IMPORTED_FAUX_PRIMITIVE', text];
const heapOf = (h: TraceObject[], language = 'python') =>
  convert(traceOf([{ t: ['Node'], h }], { language })).trace[0]?.heap;

test('a converted trace has the program, and its output and variables at each step', () => {
  const trace = readTrace(EXAMPLE);
  const converted = trace && writePythonTutor(trace, new Map([['script.py', SOURCE]]));
  expect(converted?.code).toBe(SOURCE);
  expect(converted?.trace).toHaveLength(4);
  const list = { 1: ['LIST', 4, 7] };
  expect(converted?.trace).toMatchObject([
    { event: 'step_line', line: 1, globals: {}, ordered_globals: [], heap: {}, stdout: '' },
    { line: 2, globals: { numbers: ['REF', 1] }, ordered_globals: ['numbers'], heap: list },
    { line: 3, globals: { numbers: ['REF', 1], total: 11 }, heap: list, stdout: '' },
    { event: 'return', line: 3, globals: { total: 11 }, func_name: '<module>', stdout: '11\n' },
  ]);
});

test('values of Python and Java are those of Python Tutor, or words', () => {
  const values: TraceValue[] = [
    1,
    'a',
    true,
    null,
    ['f', '0.5'],
    ['f', '3.0'],
    ['i', '9'],
    ['c', 65],
  ];
  expect(globalsOf(values, 'python')).toEqual([
    1,
    'a',
    true,
    null,
    0.5,
    ['SPECIAL_FLOAT', '3.0'],
    ['SPECIAL_FLOAT', '9'],
    'A',
  ]);
  const others: TraceValue[] = [
    ['s', 'ab', 9],
    ['r', 7],
    ['u'],
    ['x', 'function f'],
    ['d'],
    ['v', 0, 'a'],
  ];
  expect(globalsOf([...others, ['o', 'fields', 0, 0, []]], 'java')).toEqual([
    'ab…',
    ['REF', 7],
    words('not set'),
    words('function f'),
    words('dangling'),
    words('address of a'),
    words('point'),
  ]);
});

test('each kind of object has its form in the heap', () => {
  expect(
    heapOf([
      [1, 'array', 0, 2, [1, ['r', 2]]],
      [2, 'tuple', 0, 2, [1, 2]],
      [3, 'set', 0, 1, ['a']],
      [4, 'map', 0, 1, [['k', 1]]],
      [5, 'fields', 0, 1, [['next', null]]],
      [6, 'opaque', 0, 0, []],
      [7, 'list', 0, 70, [0, ['u', 2]]],
      [8, 'map', 0, 3, [[1, 2]]],
    ]),
  ).toEqual({
    1: ['LIST', 1, ['REF', 2]],
    2: ['TUPLE', 1, 2],
    3: ['SET', 'a'],
    4: ['DICT', ['k', 1]],
    5: ['INSTANCE', 'Node', ['next', null]],
    6: ['Node', ''],
    7: ['LIST', 0, words('not set'), words('not set'), words('… 67 more')],
    8: ['DICT', [1, 2], [words('… 2 more'), '']],
  });
});

test('values of C have a type and an address', () => {
  const values: TraceValue[] = [1, true, null, ['f', '0.5'], ['i', '9'], ['c', 65], ['u'], 'text'];
  const encoded = globalsOf([...values, ['s', 'ab', 9], ['x', 'RED']], 'c');
  expect(encoded.map((one) => Array.isArray(one) && [one[0], ...one.slice(2)])).toEqual([
    ['C_DATA', 'int', 1],
    ['C_DATA', 'bool', true],
    ['C_DATA', 'pointer', '0x0'],
    ['C_DATA', 'double', 0.5],
    ['C_DATA', 'long', '9'],
    ['C_DATA', 'char', 'A'],
    ['C_DATA', 'unknown', '<UNINITIALIZED>'],
    ['C_DATA', 'string', 'text'],
    ['C_DATA', 'string', 'ab…'],
    ['C_DATA', 'other', 'RED'],
  ]);
  const addresses = encoded.map((one) => Array.isArray(one) && one[1]);
  expect(new Set(addresses).size).toBe(encoded.length);
});

test('pointers of C have the address of what they point to, also in arrays, structs and the heap', () => {
  const steps: TraceStep[] = [
    {
      t: ['int [2]', 'point'],
      c: ['main'],
      s: [
        [1, 'a', ['o', 'array', 0, 2, [7, ['u']]]],
        [1, 'p', ['o', 'fields', 1, 1, [['x', 5]]]],
        [1, 'first', ['v', 1, 'a']],
        [1, 'second', ['v', 1, 'a[1]']],
        [1, 'x', ['v', 1, 'p.x']],
        [1, 'block', ['r', 1]],
        [1, 'inner', ['r', 1, 1]],
        [1, 'freed', ['d', 2]],
      ],
      h: [
        [1, 'array', 0, 2, [8, 9]],
        [2, 'array', 0, 2, [8, 9]],
      ],
    },
    { free: [2] },
  ];
  const { trace } = convert(traceOf(steps, { language: 'c' }));
  const [first, second] = trace;
  const [frame] = first?.stack_to_render ?? [];
  expect(frame).toMatchObject({ func_name: 'main', is_highlighted: true, unique_hash: 'main_f1' });
  const locals = frame?.encoded_locals ?? {};
  const [start, next, field] = ['0x1000', '0x1010', expect.any(String)];
  expect(locals['a']).toEqual([
    'C_ARRAY',
    start,
    ['C_DATA', start, 'int', 7],
    ['C_DATA', next, 'unknown', '<UNINITIALIZED>'],
  ]);
  expect(locals['p']).toEqual(['C_STRUCT', field, 'point', ['x', ['C_DATA', field, 'int', 5]]]);
  const target = (name: string) => Array.isArray(locals[name]) && locals[name][3];
  expect([target('first'), target('second')]).toEqual([start, next]);
  expect(JSON.stringify(locals['p'])).toContain(`"C_DATA","${String(target('x'))}"`);
  const block = first?.heap[String(target('block'))];
  expect(Array.isArray(block) && block.slice(0, 3)).toEqual([
    'C_ARRAY',
    target('block'),
    ['C_DATA', target('block'), 'int', 8],
  ]);
  expect(Array.isArray(block) && block[3]).toEqual(['C_DATA', target('inner'), 'int', 9]);
  expect(first?.heap).toHaveProperty(String(target('freed')));
  expect(second?.heap).not.toHaveProperty(String(target('freed')));
});

test('calls, returned values and exceptions are those of Python Tutor', () => {
  const { trace } = convert(
    traceOf(
      [
        { l: 1, e: 'call', c: ['f'], s: [[1, 'n', 3]] },
        { l: 2, e: 'return', v: 9 },
        { l: 4, p: 1, e: 'exception', v: 'ValueError: no' },
      ],
      { end: { end: 'exception', text: 'ValueError: no' } },
    ),
  );
  expect(trace).toMatchObject([
    { event: 'call', func_name: 'f', stack_to_render: [{ encoded_locals: { n: 3 } }] },
    {
      event: 'return',
      stack_to_render: [
        { encoded_locals: { n: 3, __return__: 9 }, ordered_varnames: ['n', '__return__'] },
      ],
    },
    { event: 'exception', exception_msg: 'ValueError: no', stack_to_render: [] },
  ]);
  expect(trace).toHaveLength(3);
});

test('a trace that reached a limit says so in a last step', () => {
  const { trace } = convert(traceOf([{ l: 1 }], { end: { end: 'steps' } }));
  expect(trace).toHaveLength(2);
  expect(trace[1]).toMatchObject({ event: 'instruction_limit_reached', line: 1 });
});

test('the files of a program follow each other in one text', () => {
  const trace: Trace = {
    head: { trace: 1, language: 'c', files: ['main.c', 'b.c'] },
    steps: [{ l: 2 }, { f: 1, l: 1 }],
    end: { end: 'exit', code: 0 },
  };
  const { code, trace: steps } = writePythonTutor(
    trace,
    new Map([
      ['b.c', 'int b;\n'],
      ['main.c', 'int a;\nint c;\n'],
    ]),
  );
  const lines = code.split('\n');
  expect(steps.map(({ line }) => lines[line - 1])).toEqual(['int c;', 'int b;']);
});

test('names that objects already have are names like others', () => {
  const { trace } = convert(
    traceOf([
      {
        s: [
          [0, '__proto__', 1],
          [0, 'constructor', 2],
        ],
      },
    ]),
  );
  expect(JSON.stringify(trace[0]?.globals)).toBe('{"__proto__":1,"constructor":2}');
});

test('a trace that would be too long is cut, because each step repeats everything', () => {
  const o = 'x'.repeat(1024 * 1024);
  const steps = Array.from({ length: 200 }, (_, at): TraceStep =>
    at === 0 ? { l: 1, o } : { l: 2 },
  );
  const { trace } = convert(traceOf(steps));
  expect(trace).toHaveLength(128);
  expect(trace.at(-1)).toMatchObject({ event: 'instruction_limit_reached', line: 2 });
});

test('what is repeated of each call counts too', () => {
  const steps = Array.from({ length: 2000 }, (_, at): TraceStep => ({
    l: 1,
    ...(at < 255 && { c: ['f'.repeat(120)] }),
  }));
  const { trace } = convert(traceOf(steps));
  expect(trace.at(-1)).toMatchObject({ event: 'instruction_limit_reached' });
  const perStep = 255 * (2 * 120);
  expect(trace.length * perStep).toBeLessThan(128 * 1024 * 1024);
});
