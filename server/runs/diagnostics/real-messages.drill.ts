import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../../../runner/testing/start-runner.ts';
import { readDiagnostics } from './diagnostics.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** A mistake that the compiler finds, or that ends the program, and its line. */
const MISTAKES: readonly [Language, source: string, line: number][] = [
  ['javascript', 'const a = 1;\nnull.x;\n', 2],
  ['javascript', 'let x = ;\n', 1],
  ['javascript', '\nasync function f() { throw new TypeError("bad"); }\nf();\n', 2],
  ['typescript', 'const a: number = "x";\n', 1],
  ['typescript', 'enum A { x }\nconst o: any = null;\nconsole.log(A.x, o.x);\n', 3],
  ['csharp', 'class P { static void Main() {\n int x = "a"; } }', 2],
  ['go', 'package main\nfunc main() {\n\tx := 1\n}\n', 3],
  ['go', 'package main\nfunc main() {\n\tvar a []int\n\tprintln(a[3])\n}\n', 4],
  ['rust', 'fn main() {\n let a: i32 = "x";\n}', 2],
  ['rust', 'fn main() {\n let v = vec![1]; let i = 7;\n println!("{}", v[i]);\n}', 3],
  ['lua', 'print(1)\nlocal t = nil\nprint(t.x)\n', 3],
  ['lua', 'for i = 1, 3\n', 2],
  ['bash', 'echo a\nnothing_here\n', 2],
  ['assembly', 'global _start\n_start: mov eax\n', 2],
  ['sqlite', 'select 1;\nselect * from nothing;\n', 2],
  ['postgresql', 'select 1;\nselect * from nothing;\n', 2],
  ['c', 'int main(void) {\n return x;\n}\n', 2],
  ['cpp', 'int main() {\n return x;\n}\n', 2],
  ['java', 'class Main {\n int x = "a";\n}\n', 2],
  ['python', 'a = 1\nprint(b)\n', 2],
];

const { languages } = await runner.status();

describe.skipIf(cannotConfine)('a mistake is marked in its line', () => {
  test.for(MISTAKES)('%s: %j', async ([language, source, line], context) => {
    const isThere = languages.some((one) => one.language === language);
    context.skip(!isThere, `${language} is not installed here.`);
    const { compileOutput, stderr } = await runner.run({ language, source });
    const found = readDiagnostics({
      compileOutput,
      stderr,
      language: languageOf(language),
      source,
    });
    const [first] = found.filter(({ severity }) => severity === 'error');
    expect({ ...first, said: compileOutput + stderr }).toMatchObject({ line });
  });
});
