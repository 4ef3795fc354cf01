import { MAX_TRACE_BYTES, MAX_TRACE_STEPS } from '@vlabs/contract/runs/trace/trace';
import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';
import { traceOf, variablesAt } from '../../testing/trace-of.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const trace = (source: string, stdin = '') => traceOf(runner, { language: 'java', source, stdin });
/** Lines of a main method, the first of which is line 4. */
const inMain = (...lines: string[]) =>
  [
    'import java.util.*;',
    'class Main {',
    'public static void main(String[] args) throws Exception {',
    ...lines,
    '}}',
  ].join('\n');

describe.skipIf(cannotConfine)('a trace of a Java program', () => {
  test('has each line with the variables before it, and what was printed', async () => {
    const traced = await trace(
      inMain(
        'int total = 0;',
        'for (int n : new int[] {3, 4}) {',
        'total += n;',
        '}',
        'System.out.println(total);',
      ),
    );
    expect(variablesAt(traced, 6)).toEqual({ total: 0, n: 3 });
    expect(variablesAt(traced, 6, { visit: 2 })).toMatchObject({ total: 3, n: 4 });
    expect(variablesAt(traced, 8)).not.toHaveProperty('n');
    expect(traced).toMatchObject({ stdout: '7\n', end: { end: 'exit', code: 0 } });
    expect(traced.outcome.verdict).toBe('accepted');
  });

  test('shows calls with their arguments and what they return', async () => {
    const traced = await trace(
      [
        'class Main {',
        'static int calls;',
        'static int fact(int n) {',
        'calls++;',
        'if (n < 2) return 1;',
        'return n * fact(n - 1);',
        '}',
        'public static void main(String[] args) {',
        'System.out.println(fact(3));',
        '}}',
      ].join('\n'),
    );
    const deepest = traced.snapshots.find(({ frames }) => frames.length === 5);
    expect(deepest?.frames.map(({ name }) => name)).toEqual([
      '',
      'Main.main',
      'Main.fact',
      'Main.fact',
      'Main.fact',
    ]);
    const returned = traced.snapshots.filter(
      ({ event, value }) => event === 'return' && value !== undefined,
    );
    expect(returned.map(({ value }) => value)).toEqual([1, 2, 6]);
    expect(traced.snapshots.at(-1)?.frames[0]?.variables).toEqual([['Main.calls', 3]]);
  });

  test('shows objects that are shared, change and disappear', async () => {
    const traced = await trace(
      [
        'class Main {',
        'static class Node { int v; Node next; Node(int v, Node next) { this.v = v; this.next = next; } }',
        'public static void main(String[] args) {',
        'Node head = new Node(1, null);',
        'head = new Node(2, head);',
        'Node same = head;',
        'same.v = 5;',
        'head = same = null;',
        'args = null;',
        '}}',
      ].join('\n'),
    );
    const before = variablesAt(traced, 8);
    expect(before['head']).toEqual(before['same']);
    const shown = traced.snapshots.find(({ line }) => line === 8);
    const nodes = [...(shown?.objects.values() ?? [])].filter(({ type }) => type === 'Main.Node');
    const fields = nodes.map(({ parts }) => parts[3]);
    expect(fields).toContainEqual([
      ['v', 5],
      ['next', ['r', expect.any(Number)]],
    ]);
    expect(fields).toContainEqual([
      ['v', 1],
      ['next', null],
    ]);
    expect(traced.snapshots.at(-1)?.objects.size).toBe(0);
  });

  test('writes values of all kinds', async () => {
    const traced = await trace(
      inMain(
        'Object[] a = {true, 1.0, 0.1f, 1e21, Long.MAX_VALUE, "é\\n\\ud83d\\ude00", \'x\', (byte) -1, null, Double.NaN, 123456.789, -0.0};',
        'List<Integer> list = new ArrayList<>(List.of(1, 2));',
        'Map<String, Integer> map = new TreeMap<>(Map.of("b", 2, "a", 1));',
        'Deque<Integer> deque = new ArrayDeque<>(List.of(4));',
        'deque.addFirst(3);',
        'Set<Integer> set = new LinkedHashSet<>(List.of(9, 8));',
        'LinkedList<String> linked = new LinkedList<>(List.of("p", "q"));',
        'StringBuilder text = new StringBuilder("ab").append("c");',
        'Thread.State state = Thread.State.NEW;',
        'Runnable run = () -> {};',
        'String longText = "z".repeat(500);',
        'int[][] grid = {{1}, {2}};',
        'args = null;',
        'args = null;',
      ),
    );
    const objects = [...(traced.snapshots.at(-2)?.objects.values() ?? [])];
    const contents = objects.map(({ type, parts }) => [type, parts[0], parts[3]]);
    expect(contents).toContainEqual([
      'Object[]',
      'array',
      [
        true,
        ['f', '1.0'],
        ['f', '0.1'],
        ['f', '1.0E21'],
        ['i', '9223372036854775807'],
        'é\n😀',
        ['c', 120],
        -1,
        null,
        ['f', 'NaN'],
        ['f', '123456.789'],
        ['f', '-0.0'],
      ],
    ]);
    expect(contents).toContainEqual(['ArrayList', 'list', [1, 2]]);
    expect(contents).toContainEqual([
      'TreeMap',
      'map',
      [
        ['a', 1],
        ['b', 2],
      ],
    ]);
    expect(contents).toContainEqual(['ArrayDeque', 'list', [3, 4]]);
    expect(contents).toContainEqual(['LinkedHashSet', 'set', [9, 8]]);
    expect(contents).toContainEqual(['LinkedList', 'list', ['p', 'q']]);
    expect(contents).toContainEqual(['StringBuilder', 'list', ['abc']]);
    expect(contents).toContainEqual(['int[]', 'array', [2]]);
    expect(variablesAt(traced, 17)).toMatchObject({
      state: ['x', 'NEW'],
      run: ['x', 'lambda'],
      longText: ['s', 'z'.repeat(120), 500],
    });
  });

  test.each([
    ['Scanner', 'Scanner in = new Scanner(System.in);', 'in.nextLine()'],
    [
      'BufferedReader',
      'java.io.BufferedReader in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));',
      'in.readLine()',
    ],
  ])('says how far a %s read the input', async (_, open, read) => {
    const traced = await trace(
      inMain(open, `String a = ${read};`, `String b = ${read};`, 'System.out.println(a + b);'),
      'x\nyz\nrest\n',
    );
    const inputAt = (line: number) => traced.snapshots.find((one) => one.line === line)?.input;
    expect([inputAt(6), inputAt(7)]).toEqual([2, 5]);
    expect(traced.stdout).toBe('xyz\n');
  });

  test('lets a reader ask whether there is more', async () => {
    const traced = await trace(
      inMain(
        'var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));',
        'while (in.ready()) {',
        'System.out.println(in.readLine());',
        '}',
        'System.out.println(in.readLine());',
      ),
      'x\nyz\n',
    );
    expect(traced.stdout).toBe('x\nyz\nnull\n');
    expect(traced.snapshots.some(({ asksForMore }) => asksForMore)).toBe(true);
  });

  test('does not compile, and the run says what the compiler says', async () => {
    const outcome = await runner.run({
      language: 'java',
      source: 'class Main { int x = }',
      order: { isTrace: true },
    });
    expect(outcome).toMatchObject({ verdict: 'compile_error' });
    expect(outcome.compileOutput).toContain('illegal start of expression');
  });

  test.each([
    ['steps', 'int i = 0;\nwhile (true) {\ni++;\n}'],
    ['depth', 'class F { static void f() { f(); } }\nF.f();'],
    [
      'bytes',
      'String[] a = new String[60];\nfor (int i = 0; true; i++) {\nfor (int j = 0; j < 60; j++) a[j] = ("" + i + j).repeat(40);\n}',
    ],
    ['time', 'long x = 1;\nwhile (true) {\nfor (int i = 0; i < 1000000000; i++) x += i % 7;\n}'],
    ['exit', 'int x = 1;\nSystem.exit(3);'],
    ['exception', 'int x = 1;\nthrow new IllegalStateException("no");'],
    [
      'exit',
      'List<byte[]> a = new ArrayList<>();\ntry {\nwhile (true) a.add(new byte[50000000]);\n} catch (OutOfMemoryError e) {\nSystem.exit(4);\n}',
    ],
  ])('ends by %s, and keeps what came before', async (end, lines) => {
    const traced = await trace(inMain(lines));
    expect(traced.end.end).toBe(end);
    expect(traced.snapshots.length).toBeGreaterThan(0);
    expect(traced.snapshots.length).toBeLessThanOrEqual(MAX_TRACE_STEPS);
    expect(traced.bytes).toBeLessThanOrEqual(MAX_TRACE_BYTES);
  });

  test('shows where an exception was thrown and caught', async () => {
    const traced = await trace(
      inMain(
        'try {',
        'Integer.parseInt("z");',
        '} catch (NumberFormatException e) {',
        'System.out.println("caught");',
        '}',
      ),
    );
    const thrown = traced.snapshots.find(({ event }) => event === 'exception');
    expect(thrown).toMatchObject({
      line: 5,
      value: 'NumberFormatException: For input string: "z"',
    });
    expect(traced).toMatchObject({ stdout: 'caught\n', end: { end: 'exit', code: 0 } });
  });

  test('has names of any length and any characters', async () => {
    const name = 'x'.repeat(700);
    const traced = await trace(inMain(`int ${name} = 1, \u{1D4B3} = 3;`, 'int last = 2;'));
    expect(variablesAt(traced, 5)).toMatchObject({ ['x'.repeat(120)]: 1, '\u{1D4B3}': 3 });
    expect(traced.end).toEqual({ end: 'exit', code: 0 });
  });

  test('calls no method of the program', async () => {
    const traced = await trace(
      [
        'import java.util.*;',
        'class Main {',
        'static class Bad extends ArrayList<Integer> implements Comparable<Bad> {',
        'int secret = 4;',
        'public String toString() { System.out.println("called"); return ""; }',
        'public int hashCode() { System.out.println("called"); return 1; }',
        'public boolean equals(Object o) { System.out.println("called"); return true; }',
        'public int size() { System.out.println("called"); return 1; }',
        'public Integer get(int i) { System.out.println("called"); return 1; }',
        'public int compareTo(Bad o) { System.out.println("called"); return 1; }',
        '}',
        'static class Lazy { static int value = say(); static int say() { System.out.println("called"); return 1; } }',
        'public static void main(String[] args) {',
        'Bad bad = new Bad();',
        'Object[] all = {bad, new Bad(), Lazy.class};',
        'all = null;',
        '}}',
      ].join('\n'),
    );
    expect(traced).toMatchObject({ stdout: '', end: { end: 'exit' } });
  });

  test('follows the main thread alone, and has the output of the others', async () => {
    const traced = await trace(
      inMain(
        'Thread other = new Thread(() -> {',
        'System.out.println("other");',
        '});',
        'other.start();',
        'other.join();',
        'System.out.println("main");',
      ),
    );
    expect(traced.stdout).toBe('other\nmain\n');
    expect(traced.snapshots.some(({ line }) => line === 5)).toBe(false);
  });
});
