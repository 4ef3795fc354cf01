import { MAX_TRACE_BYTES, MAX_TRACE_STEPS } from '@vlabs/contract/runs/trace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../testing/program-files.ts';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';
import { traceOf, variablesAt } from '../../testing/trace-of.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const trace = (source: string, stdin = '', order: object = {}) =>
  traceOf(runner, { language: 'python', source, stdin, order });

describe.skipIf(cannotConfine)('a trace of a Python program', () => {
  test('has each line with the variables before it, and what was printed', async () => {
    const traced = await trace('total = 0\nfor n in [3, 4]:\n    total += n\nprint(total)\n');
    expect(traced.snapshots.map(({ line }) => line)).toEqual([1, 2, 3, 2, 3, 2, 4, 4]);
    expect(variablesAt(traced, 3)).toEqual({ total: 0, n: 3 });
    expect(variablesAt(traced, 3, { visit: 2 })).toEqual({ total: 3, n: 4 });
    expect(traced).toMatchObject({ stdout: '7\n', end: { end: 'exit', code: 0 } });
    expect(traced.outcome.verdict).toBe('accepted');
  });

  test('shows calls with their arguments and what they return', async () => {
    const traced = await trace(
      'def fact(n):\n    if n < 2:\n        return 1\n    return n * fact(n - 1)\nprint(fact(3))\n',
    );
    const deepest = traced.snapshots.find(({ frames }) => frames.length === 4);
    expect(deepest?.frames.map(({ name }) => name)).toEqual(['', 'fact', 'fact', 'fact']);
    const returned = traced.snapshots.filter(({ event }) => event === 'return');
    expect(returned.map(({ value }) => value)).toEqual([1, 2, 6]);
  });

  test('shows objects that are shared, change and disappear', async () => {
    const traced = await trace(
      [
        'class Node:',
        '    def __init__(self, v, next=None):',
        '        self.v = v; self.next = next',
        'head = Node(1)',
        'head = Node(2, head)',
        'same = head',
        'same.v = 5',
        'head = same = None',
        'pass',
      ].join('\n'),
    );
    const before = variablesAt(traced, 8);
    expect(before['head']).toEqual(before['same']);
    const [shown] = traced.snapshots.filter(({ line }) => line === 8);
    const nodes = [...(shown?.objects.values() ?? [])].map(({ type, parts }) => [type, parts[3]]);
    expect(nodes).toEqual(
      [
        [
          'Node',
          [
            ['v', 5],
            ['next', ['r', 1]],
          ],
        ],
        [
          'Node',
          [
            ['v', 1],
            ['next', null],
          ],
        ],
      ].toReversed(),
    );
    expect(traced.snapshots.at(-1)?.objects.size).toBe(0);
  });

  test('writes values of all kinds', async () => {
    const traced = await trace(
      [
        'from enum import Enum',
        'from collections import namedtuple, deque',
        'from fractions import Fraction',
        'class Color(Enum):',
        '    RED = 1',
        'Point = namedtuple("Point", "x y")',
        'a = [True, None, 1.0, 2**70, "é", b"x", Color.RED, range(3), len, Fraction(1, 3)]',
        'b = {"k": (1, 2), 3: {4}}',
        'c = [Point(1, 2), deque([1])]',
        'text = "z" * 500',
        'pass',
      ].join('\n'),
    );
    const objects = [...(traced.snapshots.at(-1)?.objects.values() ?? [])];
    const contents = objects.map(({ type, parts }) => [type, parts[0], parts[3]]);
    expect(contents).toContainEqual([
      'list',
      'list',
      [
        true,
        null,
        ['f', '1.0'],
        ['i', String(2n ** 70n)],
        'é',
        ['x', "b'x'"],
        ['x', 'Color.RED'],
        ['x', 'range(0, 3)'],
        ['x', 'function len'],
        ['x', 'Fraction(1, 3)'],
      ],
    ]);
    expect(contents).toContainEqual([
      'Point',
      'fields',
      [
        ['x', 1],
        ['y', 2],
      ],
    ]);
    expect(contents).toContainEqual(['deque', 'list', [1]]);
    expect(contents).toContainEqual(['tuple', 'tuple', [1, 2]]);
    expect(contents).toContainEqual(['set', 'set', [4]]);
    expect(variablesAt(traced, 11)['text']).toEqual(['s', 'z'.repeat(120), 500]);
  });

  test('says how far the input was read, and that more was asked for', async () => {
    const traced = await trace('a = input()\nb = input()\nprint(a + b)\nc = input()\n', 'x\nyz\n');
    expect(traced.snapshots.map(({ input }) => input)).toEqual([0, 2, 5, 5, 5, 5]);
    expect(traced.snapshots.map(({ asksForMore }) => asksForMore)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(traced.end).toMatchObject({
      end: 'exception',
      text: 'EOFError: EOF when reading a line',
    });
    expect(traced.stderr).toContain('File "/box/script.py", line 4');
  });

  test('goes through the other files of the program', async () => {
    const order = { files: filesOf({ 'lib/tools.py': 'def twice(n):\n    return 2 * n\n' }) };
    const traced = await trace('from lib.tools import twice\nx = twice(4)\n', '', order);
    expect(traced.head.files).toEqual(['script.py', 'lib/tools.py']);
    const inside = traced.snapshots.find(({ file, line }) => file === 1 && line === 2);
    expect(inside?.frames.at(-1)).toMatchObject({ name: 'twice', variables: [['n', 4]] });
    expect(variablesAt(traced, 2, { depth: 0 })['x']).toBeUndefined();
    expect(traced.snapshots.at(-1)?.frames[0]?.variables).toContainEqual(['x', 8]);
  });

  test('with a syntax error, there is none, and the run says what Python says', async () => {
    const outcome = await runner.run({
      language: 'python',
      source: 'x = (\n',
      order: { isTrace: true },
    });
    expect(outcome.traceBase64).toBeUndefined();
    expect(outcome.verdict).toBe('runtime_error');
    expect(outcome.stderr).toContain("SyntaxError: '(' was never closed");
  });

  test.each([
    ['steps', 'while True:\n    pass'],
    ['depth', 'def f():\n    f()\nf()'],
    [
      'bytes',
      'a = ["x" * 100 + str(i) for i in range(60)]\nwhile True:\n    a = [b[1:] + b[0] for b in a]',
    ],
    ['time', 'x = 1\nwhile True:\n    sum(range(10**7))'],
    ['memory', 'a = []\nwhile True:\n    a.append("x" * 10**7)'],
    ['untraced', 'import sys\nsys.settrace(None)\nprint(1)'],
    ['exit', 'import os\nos._exit(3)'],
    ['exception', 'x = 1\nraise ValueError("no", 2)'],
    ['signal', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'],
  ])('ends by %s, and keeps what came before', async (end, source) => {
    const traced = await trace(source);
    expect(traced.end.end).toBe(end);
    expect(traced.snapshots.length).toBeGreaterThan(0);
    expect(traced.snapshots.length).toBeLessThanOrEqual(MAX_TRACE_STEPS);
    expect(traced.bytes).toBeLessThanOrEqual(MAX_TRACE_BYTES);
  });

  test('calls no method of the program', async () => {
    const traced = await trace(
      [
        'class Bad:',
        '    def __getattribute__(self, name): print("called", name); raise SystemExit',
        '    __repr__ = __eq__ = __hash__ = __len__ = __iter__ = __bool__ = lambda *_: print("called")',
        'class Meta(type):',
        '    def __getattribute__(self, name): print("called meta", name); return type.__getattribute__(self, name)',
        'class List(list, metaclass=Meta):',
        '    __len__ = __iter__ = __getitem__ = __repr__ = lambda *_: print("called")',
        'bad = Bad()',
        'items = List([1])',
        'error = [bad, items]',
        'pass',
      ].join('\n'),
    );
    expect(traced).toMatchObject({ stdout: '', end: { end: 'exit' } });
  });

  test('has what the program prints at its exit', async () => {
    const traced = await trace(
      'import atexit, threading, time\natexit.register(print, "bye")\nthreading.Thread(target=lambda: (time.sleep(0.1), print("thread"))).start()\n',
    );
    expect(traced).toMatchObject({ stdout: 'thread\nbye\n', end: { end: 'exit', code: 0 } });
  });

  test('is not written by a copy of the process, and shows what that printed', async () => {
    const traced = await trace(
      'import os\npid = os.fork()\nif pid == 0:\n    print("child", flush=True)\n    os._exit(0)\nos.wait()\nprint("parent")\n',
    );
    expect(traced).toMatchObject({ stdout: 'child\nparent\n', end: { end: 'exit', code: 0 } });
  });

  test('has bound methods, and members of an enum that are not named yet', async () => {
    const traced = await trace(
      [
        'from enum import Enum',
        'class C(Enum):',
        '    def __new__(cls, v):',
        '        obj = object.__new__(cls)',
        '        obj._value_ = v',
        '        return obj',
        '    A = 1',
        '    def f(self): return 1',
        'g = C.A.f',
        'print(g())',
      ].join('\n'),
    );
    expect(traced).toMatchObject({ stdout: '1\n', end: { end: 'exit', code: 0 } });
    expect(variablesAt(traced, 10)).toEqual({ g: ['x', 'function f'] });
  });

  test('imports its own file in place of a module of the tracer', async () => {
    const files = filesOf({ 'fractions.py': 'mine = 1\n' });
    const traced = await trace('import fractions\nprint(fractions.mine)\n', '', { files });
    expect(traced.stdout).toBe('1\n');
  });

  test('that the program forges is cut where it is no trace', async () => {
    const traced = await trace(
      'import os\nfor fd in range(3, 256):\n    try:\n        os.write(fd, b\'{"l":{"a":1}}\\n\')\n    except OSError:\n        pass\n',
    );
    expect(traced.snapshots.length).toBeGreaterThan(0);
    expect(traced.snapshots.every(({ line }) => Number.isInteger(line))).toBe(true);
  });
});
