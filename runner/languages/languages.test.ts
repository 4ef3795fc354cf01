import { Language, languageOf } from '@vlabs/contract/runs/languages';
import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

/** Reads a line and prints it after "hi". Languages of every machine that runs the tests. */
const PROGRAMS: Partial<Record<Language, string>> = {
  javascript: 'console.log("hi " + require("node:fs").readFileSync(0, "utf8").trim());',
  typescript:
    'enum Word { Hi = "hi" }\nconst text: string = require("node:fs").readFileSync(0, "utf8");\nconsole.log(Word.Hi, text.trim());',
  bash: 'read -r line\necho "hi $line"',
  lua: 'print("hi " .. io.read("l"))',
  assembly: `global main
extern scanf, printf
section .text
main: push rbp
  lea rdi, [rel form]
  lea rsi, [rel text]
  xor eax, eax
  call scanf
  lea rdi, [rel greeting]
  lea rsi, [rel text]
  xor eax, eax
  call printf
  xor eax, eax
  pop rbp
  ret
section .data
form: db "%19s", 0
greeting: db "hi %s", 10, 0
section .bss
text: resb 20`,
};
const programs = Object.entries(PROGRAMS);

async function requireInstalled(key: string): Promise<Language> {
  const { languages } = await runner.status();
  if (languages.some(({ language }) => language === key)) return Language.parse(key);
  throw new Error(`${key} is not installed: node tools/testing/test.mjs installs it.`);
}

describe.skipIf(cannotConfine)('programs in the optional languages', () => {
  test.each(programs)('%s reads its input and prints', async (key, source) => {
    const language = await requireInstalled(key);
    const outcome = await runner.run({ language, source, stdin: 'there\n' });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'hi there\n', stderr: '' });
  });

  test.each(programs)('the empty program of %s ends well and prints nothing', async (key) => {
    const language = await requireInstalled(key);
    const source = languageOf(language).emptyProgram;
    const outcome = await runner.run({ language, source });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '', stderr: '' });
  });

  test('types are checked before a TypeScript program runs', async () => {
    const source = 'const count: number = "three";\nconsole.log(count);';
    const outcome = await runner.run({ language: 'typescript', source });
    expect(outcome.verdict).toBe('compile_error');
    expect(outcome.compileOutput).toContain('script.ts(1,7): error TS2322');
  });
});
