import { afterAll, describe, expect, test } from 'vitest';
import { HANG_MS } from '../../testing/patience.ts';
import { explainSkip, startRunner } from '../../testing/start-runner.ts';
import { traceOf, variablesAt } from '../../testing/trace-of.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const trace = (...lines: string[]) =>
  traceOf(runner, { language: 'java', source: lines.join('\n') });
/** Lines of a main method, the first of which is line 4. */
const inMain = (...lines: string[]) =>
  trace(
    'import java.util.*;',
    'class Main {',
    'public static void main(String[] args) throws Exception {',
    ...lines,
    '}}',
  );
const times = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index));
const EXIT = { end: 'exit', code: 0 };

describe.skipIf(cannotConfine)('a traced program', { timeout: 4 * HANG_MS }, () => {
  test('may have more variables and fields than are shown', async () => {
    const traced = await trace(
      'class Main {',
      ...times(200, (index) => `static int s${index} = ${index}; int f${index} = ${index};`),
      'public static void main(String[] args) {',
      'Main m = new Main();',
      'System.out.println(m.f199 + s199);',
      '}}',
    );
    expect(traced.end.end).toMatch(/exit|time/);
    expect(traced.snapshots.length).toBeGreaterThan(1);
  });

  test('may have names of any length and any characters', async () => {
    const name = 'x'.repeat(700);
    const traced = await trace(
      'class Main {',
      `static class C${'c'.repeat(200)} { int ${name} = 1; void ${name}() {} }`,
      `static int ${'ü'.repeat(200)} = 4;`,
      'public static void main(String[] args) {',
      `int ${name} = 1, größe = 2, \u{1D4B3} = 3;`,
      `C${'c'.repeat(200)} c = new C${'c'.repeat(200)}(); c.${name}();`,
      'System.out.println(größe);',
      '}}',
    );
    expect(traced).toMatchObject({ stdout: '2\n', end: EXIT });
    expect(variablesAt(traced, 7)).toMatchObject({ größe: 2, '\u{1D4B3}': 3 });
    expect(variablesAt(traced, 7)).toHaveProperty('x'.repeat(120), 1);
  });

  test('may load classes in several threads', async () => {
    const traced = await trace(
      'class Main {',
      ...times(
        300,
        (index) => `static class C${index} { static int a = 1; int f() { return a; } }`,
      ),
      'public static void main(String[] args) throws Exception {',
      'Thread[] all = new Thread[4];',
      'for (int t = 0; t < 4; t++) { int first = t; all[t] = new Thread(() -> {',
      'try { for (int i = first; i < 300; i += 4) Class.forName("Main$C" + i); } catch (Exception e) {}',
      '}); all[t].start(); }',
      'int n = 0;',
      'while (n < 300) {',
      'n++;',
      '}',
      'for (Thread one : all) one.join();',
      'System.out.println(n);',
      '}}',
    );
    expect(traced).toMatchObject({ stdout: '300\n', end: EXIT });
  });

  test('may end in another thread while a step is written', async () => {
    const traced = await inMain(
      'Thread t = new Thread(() -> { System.out.println("bye"); System.exit(4); });',
      't.start();',
      'while (true) { int x = 1; }',
    );
    expect(['exit', 'steps']).toContain(traced.end.end);
    expect(traced.stdout).toMatch(/^(bye\n)?$/);
  });

  test.each([
    [
      'catches an overflow of its stack',
      'exit',
      'List<Object> a = new ArrayList<>(); a.add(List.of(a)); try { a.hashCode(); } catch (StackOverflowError e) { x = 2; }',
    ],
    ['halts', 'exit', 'Runtime.getRuntime().halt(0);'],
    ['has no streams', 'exit', 'System.setIn(null); System.setOut(null); System.setErr(null);'],
    ['crashes', 'signal', 'crash();'],
    [
      'uses too much memory',
      'exception',
      'List<int[]> l = new ArrayList<>(); while (x > 0) l.add(new int[1 << 20]);',
    ],
    [
      'has a cyclic map',
      'exit',
      'Map<Object, Object> m = new HashMap<>(); m.put(1, m); m.put(2, new Object[] {m});',
    ],
    [
      'has a large tree',
      'exit',
      'TreeMap<Integer, Integer> t = new TreeMap<>(); for (int i = 0; i < 100000; i++) t.put(i, i);',
    ],
  ])('that %s has a trace', async (_, end, line) => {
    const traced = await trace(
      'import java.util.*;',
      'class Main {',
      'static void crash() throws Exception {',
      'var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); field.setAccessible(true);',
      '((sun.misc.Unsafe) field.get(null)).putAddress(0, 0);',
      '}',
      'public static void main(String[] args) throws Exception {',
      'int x = 1;',
      line,
      'x = 3;',
      '}}',
    );
    expect(traced.end.end).toBe(end);
    expect(variablesAt(traced, 9)).toMatchObject({ x: 1 });
  });
});
