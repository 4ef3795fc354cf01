import { afterAll, describe, expect, test } from 'vitest';
import { HANG_MS } from '../../testing/patience.ts';
import { filesOf } from '../../testing/program-files.ts';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';
import { traceOf } from '../../testing/trace-of.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const trace = (lines: string[], order: object = {}) =>
  traceOf(runner, { language: 'python', source: `${lines.join('\n')}\n`, order });
const EXIT = { end: 'exit', code: 0 };

const nameAt = (level: number) => `f${level}${'x'.repeat(40)}`;
const indent = (level: number, text: string) => '    '.repeat(level) + text;
/** Functions within functions, whose qualified names grow. */
function nestedFunctions(levels: number): string[] {
  const all = Array.from({ length: levels }, (_, level) => level);
  return [
    ...all.map((level) => indent(level, `def ${nameAt(level)}():`)),
    indent(levels, 'return 1'),
    ...all.slice(1).map((level) => indent(levels - level, `return ${nameAt(levels - level)}()`)),
    `print(${nameAt(0)}())`,
  ];
}

describe.skipIf(cannotConfine)('a traced program', { timeout: 4 * HANG_MS }, () => {
  test.each<[string, string, string[]]>([
    [
      'has members of an enum that are not named yet',
      'C.A\n',
      [
        'from enum import Enum',
        'class C(Enum):',
        '    def __new__(cls, v):',
        '        obj = object.__new__(cls)',
        '        obj._value_ = v',
        '        return obj',
        '    A = 1',
        'print(C.A)',
      ],
    ],
    [
      'has bound methods in variables',
      '1\n',
      ['class A:', '    def f(self): return 1', 'g = A().f', 'h = [].append', 'print(g())'],
    ],
    [
      'has numbers of more digits than Python writes',
      '1\n',
      ['from fractions import Fraction', 'x = Fraction(10**5000, 3)', 'print(1)'],
    ],
    [
      'lowers the limit of digits',
      '1\n',
      ['import sys', 'sys.set_int_max_str_digits(640)', 'x = 10**1000', 'print(1)'],
    ],
    [
      'has a time zone of its own',
      '1\n',
      [
        'import datetime',
        'class T(datetime.tzinfo):',
        '    def __repr__(self): print("called"); return "T"',
        'x = datetime.datetime(2020, 1, 1, tzinfo=T())',
        'print(1)',
      ],
    ],
    [
      'has classes that are equal to all others',
      '2\n',
      [
        'class M(type):',
        '    def __eq__(self, o): print("called"); return True',
        '    __hash__ = type.__hash__',
        'class A(metaclass=M): pass',
        'a = A()',
        'b = 1',
        'print(2)',
      ],
    ],
    ['has long names', '3\n', [`${'x'.repeat(600)} = 1`, 'z = 2', 'print(3)']],
    ['has long names of functions', '1\n', nestedFunctions(15)],
    [
      'replaces functions that the tracer uses',
      '1\n',
      [
        'import json, os, time',
        'json.dumps = lambda *a, **k: "{}"',
        'os.write = os.fstat = os.pread = os._exit = os.lseek = time.process_time = None',
        'x = 1',
        'print(x)',
      ],
    ],
    [
      'takes its output apart',
      'hi\n',
      ['import sys', 'sys.stdout.detach()', 'x = 1', 'sys.stdout = open(1, "w")', 'print("hi")'],
    ],
    [
      'replaces its output after a print on the same line',
      'a\n',
      ['import sys, io', 'print("a"); sys.stdout = io.StringIO()', 'x = 1'],
    ],
    [
      'runs code with variables in an object of its own',
      '1\n',
      [
        'class D(dict):',
        '    def items(self): print("called"); return []',
        'class E:',
        '    def __getitem__(self, k): raise KeyError(k)',
        '    def __setitem__(self, k, v): pass',
        'code = compile("q = 1\\nr = 2", __file__, "exec")',
        'exec(code, {}, D())',
        'exec(code, {}, E())',
        'print(1)',
      ],
    ],
    [
      'has a property in place of the attributes of its objects',
      '1\n',
      [
        'class A:',
        '    @property',
        '    def __dict__(self): raise ValueError("x")',
        'a = A()',
        'print(1)',
      ],
    ],
    [
      'prints in a thread after its last line',
      'main\nlate\n',
      [
        'import threading, time',
        'def f():',
        '    time.sleep(0.2)',
        '    print("late")',
        'threading.Thread(target=f).start()',
        'print("main")',
      ],
    ],
    [
      'prints when it exits, and when its objects go',
      'main\nbye\ngone\n',
      [
        'import atexit',
        'atexit.register(print, "bye")',
        'class A:',
        '    def __del__(self): print("gone")',
        'a = A()',
        'print("main")',
      ],
    ],
  ])('that %s is traced to its end', async (_, stdout, lines) => {
    const traced = await trace(lines);
    expect(traced).toMatchObject({ stdout, stderr: '', end: EXIT });
    expect(traced.snapshots.map(({ line }) => line)).toContain(lines.length);
  });

  test.each(['fractions', 'json', 'trace_values'])('imports its own file %s.py', async (name) => {
    const files = filesOf({ [`${name}.py`]: 'mine = 1\n' });
    const traced = await trace([`import ${name}`, `print(${name}.mine)`], { files });
    expect(traced).toMatchObject({ stdout: '1\n', end: EXIT });
  });

  test('says why it ended, in characters of two units', async () => {
    const { end } = await trace(['raise ValueError("😀" * 500)']);
    expect(end).toEqual({
      end: 'exception',
      code: 1,
      text: expect.stringMatching(/^ValueError: 😀+$/u),
    });
  });

  test('ends at the limit of its frames if the tracer reaches Python’s own', async () => {
    const traced = await trace([
      'import sys',
      'sys.setrecursionlimit(60)',
      'def f(n): return 0 if n == 0 else f(n - 1)',
      'f(100)',
    ]);
    expect(traced.end).toEqual({ end: 'depth' });
  });

  test('that closes the trace keeps what was written, and is called killed by a signal', async () => {
    const traced = await trace(['import os', 'x = 1', 'os.closerange(3, 5000)', 'print(x)']);
    expect(traced.end).toEqual({ end: 'signal', code: 9 });
    expect(traced.snapshots.at(-1)?.line).toBe(3);
  });

  test('that deletes all modules says its exception', async () => {
    const traced = await trace([
      'import sys',
      'for m in list(sys.modules):',
      '    if m not in ("sys", "builtins", "__main__"): del sys.modules[m]',
      'raise KeyError("x")',
    ]);
    expect(traced.end).toEqual({ end: 'exception', code: 1, text: "KeyError: 'x'" });
  });
});
