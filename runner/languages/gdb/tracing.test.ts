import { MAX_TRACE_BYTES, MAX_TRACE_STEPS } from '@vlabs/contract/runs/trace/trace';
import { describe, expect, test } from 'vitest';
import { filesOf } from '../../testing/program-files.ts';
import { variablesAt } from '../../testing/trace-of.ts';
import { objectsOf, startTracing, visitOf } from './tracing.setup.ts';

const { cannotTrace, traceC } = await startTracing();

describe.skipIf(cannotTrace)('a trace of a program in C', () => {
  test('has each line with the variables before it, and what was printed', async () => {
    const traced = await traceC(`#include <stdio.h>
int main(void) {
  int a[] = {3, 4};
  int total = 0;
  for (int i = 0; i < 2; i++)
    total += a[i];
  printf("%d\\n", total);
}
`);
    const lines = traced.snapshots.map(({ line, event }) => event ?? line);
    expect(lines).toEqual(['call', 3, 4, 5, 6, 5, 6, 5, 7, 'return']);
    expect(variablesAt(traced, 5)).toEqual({ a: ['o', 'array', 0, 2, [3, 4]], total: 0 });
    expect(variablesAt(traced, 6, { visit: 2 })).toMatchObject({ total: 3, i: 1 });
    expect(traced).toMatchObject({ stdout: '7\n', end: { end: 'exit', code: 0 } });
  });

  test('shows calls with their arguments and what they return', async () => {
    const traced = await traceC(
      'int fact(int n) {\n  if (n < 2) return 1;\n  return n * fact(n - 1);\n}\nint main(void) { return fact(3); }\n',
    );
    const deepest = traced.snapshots.find(({ frames }) => frames.length === 5);
    expect(deepest?.frames.map(({ name }) => name)).toEqual(['', 'main', 'fact', 'fact', 'fact']);
    const returned = traced.snapshots.filter(({ event }) => event === 'return');
    expect(returned.map(({ value }) => value)).toEqual([1, 2, 6, 6]);
    expect(traced.end).toEqual({ end: 'exit', code: 6 });
  });

  test('shows pointers to variables, to elements and to freed memory, and what is not set', async () => {
    const traced = await traceC(`#include <stdlib.h>
typedef struct { int age; char name[8]; } person;
int *lost(void) { int local = 1; int *p = &local; return p; }
int main(void) {
  int n;
  person p = {20, "Asha"};
  person *q = &p;
  int *age = &p.age;
  int *block = malloc(3 * sizeof(int));
  block[1] = 7;
  int *second = &block[1];
  free(block);
  int *gone = lost();
  return 0;
}
`);
    expect(visitOf(traced, 11)?.frames.at(-1)?.variables).toContainEqual(['n', ['u']]);
    const [block] = objectsOf(visitOf(traced, 12));
    expect(block).toEqual({ type: 'int[3]', content: [['u'], 7, ['u']], isFreed: false });
    expect(objectsOf(visitOf(traced, 13))).toMatchObject([{ type: 'int[3]', isFreed: true }]);
    const before = variablesAt(traced, 12);
    expect(before).toMatchObject({ q: ['v', 1, 'p'], age: ['v', 1, 'p.age'], second: ['r', 1, 1] });
    expect(before['p']).toMatchObject(['o', 'fields', 0, 2, { 1: ['name', 'Asha'] }]);
    expect(variablesAt(traced, 14)).toMatchObject({
      block: ['d', 1],
      second: ['d', 1],
      gone: ['d'],
    });
  });

  test('writes values of all kinds', async () => {
    const traced = await traceC(`
enum color { RED, GREEN };
union u { int i; float f; };
int twice(int x) { return 2 * x; }
int grid[2][3];
const char *names[] = {"ab", 0};
int main(void) {
  enum color c = GREEN;
  union u v; v.f = 1;
  struct { unsigned a : 3; int b : 5; } bits = {5, -3};
  long long big = 1LL << 60; unsigned char byte = 200; char letter = 'x'; float f = 0.1f; double d = 2;
  int (*call)(int) = twice;
  int n = 2, vla[n];
  vla[1] = 3;
  grid[1][2] = 5;
  static int count = 4;
  return count;
}
`);
    expect(variablesAt(traced, 17)).toMatchObject({
      c: ['x', 'GREEN'],
      v: ['o', 'fields', expect.any(Number), 2, { 1: ['f', ['f', '1.0']] }],
      bits: [
        'o',
        'fields',
        expect.any(Number),
        2,
        [
          ['a', 5],
          ['b', -3],
        ],
      ],
      big: ['i', String(2n ** 60n)],
      byte: 200,
      letter: ['c', 120],
      f: ['f', '0.1'],
      d: ['f', '2.0'],
      call: ['x', 'twice'],
      vla: ['o', 'array', expect.any(Number), 2, [['u'], 3]],
    });
    const statics = variablesAt(traced, 17, { depth: 0 });
    expect(statics).toMatchObject({ 'main::count': 4, names: { 4: ['ab', null] } });
    expect(statics['grid']).toMatchObject({ 3: 2, 4: { 1: { 4: [0, 0, 5] } } });
  });

  test('says how far the input was read, and that more was asked for', async () => {
    const source =
      '#include <stdio.h>\nint main(void) {\n  int a, b;\n  scanf("%d", &a);\n  scanf("%d", &b);\n  return 0;\n}\n';
    const traced = await traceC(source, { stdin: '12\n' });
    const inputs = traced.snapshots.map(({ input, asksForMore }) => [input, asksForMore]);
    expect(inputs.slice(-2)).toEqual([
      [3, true],
      [3, false],
    ]);
    expect(inputs.at(-3)).toEqual([2, false]);
  });

  test('goes through the other files of the program', async () => {
    const order = {
      files: filesOf({
        'lib/tools.h': 'int twice(int n);\n',
        'lib/tools.c': 'int twice(int n) {\n  return 2 * n;\n}\n',
      }),
    };
    const source =
      '#include "lib/tools.h"\nint main(void) {\n  int x = twice(4);\n  return x;\n}\n';
    const traced = await traceC(source, { order });
    expect(traced.head.files).toEqual(['main.c', 'lib/tools.c']);
    const inside = traced.snapshots.find(({ file, line }) => file === 1 && line === 2);
    expect(inside?.frames.at(-1)).toMatchObject({ name: 'twice', variables: [['n', 4]] });
    expect(variablesAt(traced, 4)).toEqual({ x: 8 });
  });

  test.each([
    ['steps', 'int main(void) { for (;;); }'],
    ['depth', 'int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }'],
    [
      'bytes',
      '#include <string.h>\nchar a[60][60];\nint main(void) {\n  for (int n = 0;; n++)\n    memset(a, 65 + n % 26, sizeof a);\n}',
    ],
    [
      'memory',
      '#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  for (;;)\n    memset(malloc(1 << 24), 1, 1 << 24);\n}',
    ],
    ['exit', '#include <unistd.h>\nint main(void) { _exit(3); }'],
    ['signal', '#include <stdlib.h>\nint main(void) { abort(); }'],
    ['signal', 'int main(void) {\n  int *p = (int *)8;\n  *p = 1;\n}'],
    [
      'untraced',
      '#include <unistd.h>\nint main(void) {\n  execl("/bin/true", "true", (char *)0);\n}',
    ],
  ])('ends by %s, and keeps what came before', async (end, source) => {
    const traced = await traceC(source);
    expect(traced.end.end).toBe(end);
    expect(traced.snapshots.length).toBeGreaterThan(0);
    expect(traced.snapshots.length).toBeLessThanOrEqual(MAX_TRACE_STEPS);
    expect(traced.bytes).toBeLessThanOrEqual(MAX_TRACE_BYTES);
  });

  test('shows variables in registers and in aligned frames, and calls that longjmp leaves', async () => {
    const traced = await traceC(`#include <setjmp.h>
jmp_buf place;
void leave(int n) {
  if (n == 2) longjmp(place, 5);
  leave(n + 1);
}
int sum(int a) {
  _Alignas(64) int all[2] = {a, a};
  register int i = all[0];
  return i + all[1];
}
int main(void) {
  int x = sum(3);
  int got = setjmp(place);
  if (got == 0)
    leave(0);
  return x + got;
}
`);
    expect(variablesAt(traced, 10)).toMatchObject({ a: 3, i: 3, all: { 4: [3, 3] } });
    expect(variablesAt(traced, 17)).toEqual({ x: 6, got: 5 });
    expect(visitOf(traced, 17)?.frames.map(({ name }) => name)).toEqual(['', 'main']);
    expect(traced.end).toEqual({ end: 'exit', code: 11 });
  });

  test('does without the options of the student with which it could not be followed', async () => {
    const source = 'int main(void) {\n  int x = 3;\n  return x;\n}\n';
    const traced = await traceC(source, {
      order: { compilerOptions: ['-O3', '-static', '-Wall'] },
    });
    expect(variablesAt(traced, 3)).toEqual({ x: 3 });
  });

  test('shows a signal where the program was, also if a library met it', async () => {
    const traced = await traceC(
      '#include <string.h>\nint main(void) {\n  char *p = 0;\n  strcpy(p, "x");\n  return 0;\n}\n',
    );
    expect(traced.snapshots.at(-1)).toMatchObject({ line: 4, event: 'signal', value: 'SIGSEGV' });
    expect(traced.end).toEqual({ end: 'signal', code: 11, text: 'SIGSEGV' });
  });
});
