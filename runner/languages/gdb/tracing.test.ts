import { MAX_TRACE_BYTES, MAX_TRACE_STEPS } from '@vlabs/contract/runs/trace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from '../../testing/program-files.ts';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';
import { traceOf, variablesAt } from '../../testing/trace-of.ts';

const runner = await startRunner();
const { languages } = await runner.status();
const isTraced = languages.some(({ language, tracer }) => language === 'cpp' && tracer);
if (!isTraced) console.warn('Skipped: gdb is not installed.');
const cannotTrace = explainSkip(runner) || !isTraced;
afterAll(() => runner.stop());

type Traced = Awaited<ReturnType<typeof traceOf>>;

const traceC = (source: string, stdin = '', order: object = {}) =>
  traceOf(runner, { language: 'c', source, stdin, order });
const traceCpp = (source: string, stdin = '', order: object = {}) =>
  traceOf(runner, { language: 'cpp', source, stdin, order });

/** The type and the content of each object at a step. */
const objectsOf = (snapshot: Traced['snapshots'][number] | undefined) =>
  [...(snapshot?.objects.values() ?? [])].map(({ type, parts, isFreed }) => ({
    type,
    content: parts[3],
    isFreed,
  }));
const visitOf = (traced: Traced, line: number) =>
  traced.snapshots.find((one) => one.line === line && one.event === null);

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
    const traced = await traceC(source, '12\n');
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
    const traced = await traceC(source, '', order);
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

  test('shows a signal where the program was, also if a library met it', async () => {
    const traced = await traceC(
      '#include <string.h>\nint main(void) {\n  char *p = 0;\n  strcpy(p, "x");\n  return 0;\n}\n',
    );
    expect(traced.snapshots.at(-1)).toMatchObject({ line: 4, event: 'signal', value: 'SIGSEGV' });
    expect(traced.end).toEqual({ end: 'signal', code: 11, text: 'SIGSEGV' });
  });
});

describe.skipIf(cannotTrace)('a trace of a program in C++', () => {
  test('shows the containers of the library by their elements', async () => {
    const traced = await traceCpp(`#include <bits/stdc++.h>
using namespace std;
int main() {
  vector<string> words = {"b", "a"};
  map<string, vector<int>> lists = {{"x", {1, 2}}};
  set<int> numbers = {3, 1};
  unordered_map<int, double> prices = {{1, 0.5}};
  deque<int> line = {1, 2};
  line.push_front(0);
  stack<int> pile; pile.push(4);
  pair<int, string> both = {1, "one"};
  tuple<int, bool> two = {1, true};
  optional<int> none, some = 3;
  list<char> letters = {'q'};
  array<int, 2> fixed = {5, 6};
  vector<bool> bits = {true, false};
  string_view view = words[0];
  auto place = words.begin() + 1;
  int &second = line[1];
  return 0;
}
`);
    const variables = variablesAt(traced, 20);
    const contents = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        Array.isArray(value) && value[0] === 'o' ? [value[1], value[4]] : value,
      ]),
    );
    expect(contents).toMatchObject({
      words: ['list', ['b', 'a']],
      lists: ['map', [['x', ['o', 'list', expect.any(Number), 2, [1, 2]]]]],
      numbers: ['set', [1, 3]],
      prices: ['map', [[1, ['f', '0.5']]]],
      line: ['list', [0, 1, 2]],
      pile: ['list', [4]],
      both: [
        'fields',
        [
          ['first', 1],
          ['second', 'one'],
        ],
      ],
      two: ['tuple', [1, true]],
      none: ['x', 'nullopt'],
      some: 3,
      letters: ['list', [['c', 113]]],
      fixed: ['array', [5, 6]],
      bits: ['list', [true, false]],
      view: 'b',
      place: ['v', 1, 'words[1]'],
      second: ['r', expect.any(Number)],
    });
    expect(traced.types).toEqual(
      expect.arrayContaining(['vector<string>', 'map<string, vector<int>>', 'stack<int>']),
    );
  });

  test('shows an object by its own class, and smart pointers as pointers', async () => {
    const traced = await traceCpp(`#include <memory>
#include <string>
struct Animal {
  virtual ~Animal() {}
  virtual std::string speak() = 0;
  int legs = 4;
};
struct Dog : Animal {
  std::string name = "Rex";
  std::string speak() override { return name; }
};
int main() {
  std::unique_ptr<Animal> pet = std::make_unique<Dog>();
  auto shared = std::make_shared<int>(7);
  auto same = shared;
  std::string said = pet->speak();
  return 0;
}
`);
    const last = visitOf(traced, 17);
    expect(objectsOf(last)).toEqual([
      {
        type: 'Dog',
        content: [
          ['legs', 4],
          ['name', 'Rex'],
        ],
        isFreed: false,
      },
      { type: 'int', content: [7], isFreed: false },
    ]);
    const variables = variablesAt(traced, 17);
    expect(variables['same']).toEqual(variables['shared']);
    const speaking = traced.snapshots.find(({ event, value }) => event === 'return' && value);
    expect(speaking?.frames.at(-1)).toMatchObject({
      name: 'Dog::speak',
      variables: [['this', variables['pet']]],
    });
    expect(speaking?.value).toBe('Rex');
  });

  test('shows exceptions where they are thrown, and where they are caught', async () => {
    const traced = await traceCpp(`#include <iostream>
#include <stdexcept>
void fail(int n) {
  if (n > 0)
    throw std::runtime_error("no");
}
int main() {
  try {
    fail(1);
  } catch (const std::exception &error) {
    std::cout << error.what() << "\\n";
  }
  throw 42;
}
`);
    const events = traced.snapshots.filter(({ event }) => event === 'exception');
    expect(events.map(({ line, value }) => [line, value])).toEqual([
      [5, 'runtime_error: no'],
      [13, 'int: 42'],
    ]);
    expect(events[0]?.frames.map(({ name }) => name)).toEqual(['', 'main', 'fail']);
    expect(visitOf(traced, 11)?.frames.map(({ name }) => name)).toEqual(['', 'main']);
    expect(traced).toMatchObject({ stdout: 'no\n', end: { end: 'exception', text: 'int: 42' } });
  });

  test('follows the main thread alone, and shows what copies of the process print', async () => {
    const traced = await traceCpp(`#include <cstdio>
#include <thread>
#include <sys/wait.h>
#include <unistd.h>
int sum = 0;
void add() {
  for (int i = 0; i < 100; i++)
    sum += i;
}
int main() {
  std::thread other(add);
  other.join();
  if (fork() == 0) {
    puts("child");
    _exit(0);
  }
  wait(nullptr);
  puts("parent");
}
`);
    expect(traced).toMatchObject({ stdout: 'child\nparent\n', end: { end: 'exit', code: 0 } });
    expect(traced.snapshots.every(({ frames }) => frames.at(-1)?.name !== 'add')).toBe(true);
    expect(variablesAt(traced, 13, { depth: 0 })).toEqual({ sum: 4950 });
  });
});
