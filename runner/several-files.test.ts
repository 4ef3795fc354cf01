import { afterAll, describe, expect, test } from 'vitest';
import { startLive } from './testing/live-connection.ts';
import { filesOf } from './testing/program-files.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const mainPrinting = (text: string) =>
  `public class Main { public static void main(String[] a) { System.out.print("${text}"); } }`;

const addingC = {
  language: 'c',
  source:
    '#include <stdio.h>\n#include "lib/add.h"\nint main(void) { printf("%d\\n", add(2, 3)); }',
} as const;
const addition = {
  'lib/add.h': 'int add(int a, int b);\n',
  'lib/add.c': '#include "add.h"\nint add(int a, int b) { return a + b; }\n',
};

describe.skipIf(cannotConfine)('a program of several files', () => {
  test('C: sources in folders are compiled together, and headers are found', async () => {
    const outcome = await runner.run({ ...addingC, order: { files: filesOf(addition) } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '5\n', compileOutput: '' });
  });

  test('the compiled program changes with each of its files', async () => {
    const product = { ...addition, 'lib/add.c': 'int add(int a, int b) { return a * b; }\n' };
    for (const [texts, stdout] of [
      [addition, '5\n'],
      [product, '6\n'],
      [addition, '5\n'],
    ] as const) {
      const outcome = await runner.run({ ...addingC, order: { files: filesOf(texts) } });
      expect(outcome.stdout).toBe(stdout);
    }
  });

  test('a mistake in a further file is reported with its path', async () => {
    const files = filesOf({ ...addition, 'lib/add.c': 'int add(int a, int b) { return c; }\n' });
    const outcome = await runner.run({ ...addingC, order: { files } });
    expect(outcome.verdict).toBe('compile_error');
    expect(outcome.compileOutput).toContain('lib/add.c:1:32: error: ‘c’ undeclared');
  });

  test('C: a header named as one of the system’s takes its place, as with -I', async () => {
    const files = filesOf({ 'stdbool.h': '#define true 7\n' });
    const source =
      '#include <stdbool.h>\n#include <stdio.h>\nint main(void) { printf("%d", true); }';
    const outcome = await runner.run({ language: 'c', source, order: { files } });
    expect(outcome.stdout).toBe('7');
    const alone = await runner.run({ language: 'c', source });
    expect(alone.stdout).toBe('1');
  });

  test('C++: classes in separate files', async () => {
    const files = filesOf({
      'shapes/circle.hpp': '#pragma once\nstruct Circle { int r; int area() const; };\n',
      'shapes/circle.cpp':
        '#include "circle.hpp"\nint Circle::area() const { return 3 * r * r; }\n',
    });
    const source =
      '#include <iostream>\n#include <shapes/circle.hpp>\nint main() { std::cout << Circle{2}.area(); }';
    const outcome = await runner.run({ language: 'cpp', source, order: { files } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '12' });
  });

  test('Java: packages, and a resource beside them', async () => {
    const files = filesOf({
      'shapes/Circle.java':
        'package shapes; public class Circle { public int area(int r) { return 3 * r * r; } }',
      'shapes/words.txt': 'a resource',
    });
    const source = `package lab; import shapes.Circle;
      public class Main { public static void main(String[] a) throws Exception {
        System.out.println(new Circle().area(2));
        System.out.print(new String(Main.class.getResourceAsStream("/shapes/words.txt").readAllBytes()));
      } }`;
    const outcome = await runner.run({ language: 'java', source, order: { files } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '12\na resource' });
  });

  test('Java: the class of the source is started, not one of its name in another file', async () => {
    const files = filesOf({
      'app/Main.java': `package app; ${mainPrinting('other')}`,
      'zoo/Main.java': `package zoo; ${mainPrinting('other')}`,
    });
    for (const source of [`package lab;\n${mainPrinting('own')}`, mainPrinting('own')]) {
      const outcome = await runner.run({ language: 'java', source, order: { files } });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'own' });
    }
  });

  test('Java: classes without packages', async () => {
    const files = filesOf({ 'Other.java': 'class Other { static String text = "other"; }' });
    const source =
      'public class Main { public static void main(String[] a) { System.out.print(Other.text); } }';
    const outcome = await runner.run({ language: 'java', source, order: { files } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'other' });
  });

  test('Python: a module, a package and data, with and without arguments', async () => {
    const files = filesOf({
      'shapes/__init__.py': '',
      'shapes/circle.py': 'def area(r):\n    return 3 * r * r\n',
      'names.py': 'name = open("data/name.txt").read()\n',
      'data/name.txt': 'circle',
    });
    const source = 'from shapes.circle import area\nimport names\nprint(names.name, area(2))';
    for (const commandLineArguments of [[], ['one']]) {
      const order = { files, commandLineArguments };
      const outcome = await runner.run({ language: 'python', source, order });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'circle 12\n' });
    }
  });

  test('a file at the place of the source does not replace it', async () => {
    const source = 'import os\nprint("own", sorted(os.listdir()))';
    for (const path of ['script.py', 'Script.py', 'SCRIPT.py/x']) {
      const files = filesOf({ [path]: 'print("planted")' });
      const outcome = await runner.run({ language: 'python', source, order: { files } });
      expect(outcome.stdout).toBe("own ['script.py']\n");
    }
  });

  test('a file named as the compiled program does not replace it', async () => {
    const files = filesOf({ 'a.out': 'planted', 'deep/a.out': 'planted' });
    const source = '#include <stdio.h>\nint main(void) { puts("own"); }';
    const outcome = await runner.run({ language: 'c', source, order: { files } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'own\n' });
  });

  test('fifty files arrive, and programs cannot write the teacher’s without changing their mode', async () => {
    const paths = Array.from({ length: 50 }, (_, index) => `d${index % 7}/f${index}`);
    const texts = Object.fromEntries(paths.map((path) => [path, 'x'.repeat(1000)]));
    const files = filesOf(texts).map((file) => ({ ...file, role: 'read_only' as const }));
    const source = `import os
paths = [os.path.join(at, name) for at, _, names in os.walk('.') for name in names]
print(len(paths), sum(os.path.getsize(path) for path in paths if path != './script.py'))
try:
    open('d0/f0', 'w')
except PermissionError:
    print('refused')`;
    const outcome = await runner.run({ language: 'python', source, order: { files } });
    expect(outcome.stdout).toBe('51 50000\nrefused\n');
  });

  test('they run in a terminal too', async () => {
    const live = await startLive(runner, {
      language: 'c',
      source: addingC.source,
      files: filesOf(addition),
    });
    expect(await live.ending()).toMatchObject({ verdict: 'accepted', text: '5\r\n' });
    live.close();
  });
});

test.for([
  ['a path that leads out of the folder', ['../x']],
  ['an absolute path', ['/etc/x']],
  ['five levels', ['a/b/c/d/e']],
  ['a name that begins with a dot', ['a/.hidden']],
  ['a name that begins with a dash', ['-o']],
  ['letters beyond ASCII', ['größe.py']],
  ['an empty name', ['a//b']],
  ['a name of 65 letters', ['x'.repeat(65)]],
  ['two names that differ in case', ['a/Data.txt', 'a/data.TXT']],
  ['a file that is also a folder', ['data', 'Data/x']],
  ['a folder that is also a file', ['data/x', 'DATA']],
  ['51 files', Array.from({ length: 51 }, (_, index) => `f${index}`)],
] as const)('%s: the order is refused', async ([, paths]) => {
  const files = filesOf(Object.fromEntries(paths.map((path) => [path, ''])));
  const response = await runner.send({ language: 'python', source: '', order: { files } });
  expect(response.status).toBe(400);
});

test('more than a megabyte: the order is refused', async () => {
  const files = filesOf({ a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) });
  const response = await runner.send({ language: 'python', source: '', order: { files } });
  expect(response.status).toBe(400);
});
