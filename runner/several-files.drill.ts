import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { afterAll, describe, expect, test } from 'vitest';
import { filesOf } from './testing/program-files.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

interface Sample {
  source: string;
  files: Record<string, string>;
}

/** Each prints the sum that another file computes. Programs in SQL have one file. */
const samples: Partial<Record<RunLanguage, Sample>> = {
  c: {
    source:
      '#include <stdio.h>\n#include "lib/add.h"\nint main(void) { printf("%d\\n", add(2, 3)); }',
    files: {
      'lib/add.h': 'int add(int a, int b);\n',
      'lib/add.c': '#include "add.h"\nint add(int a, int b) { return a + b; }\n',
    },
  },
  cpp: {
    source:
      '#include <iostream>\n#include "add.hpp"\nint main() { std::cout << add(2, 3) << "\\n"; }',
    files: {
      'add.hpp': 'int add(int a, int b);\n',
      'add.cpp': '#include "add.hpp"\nint add(int a, int b) { return a + b; }\n',
    },
  },
  java: {
    source:
      'import sums.Add; public class Main { public static void main(String[] a) { System.out.println(Add.add(2, 3)); } }',
    files: {
      'sums/Add.java':
        'package sums; public class Add { public static int add(int a, int b) { return a + b; } }',
    },
  },
  python: {
    source: 'from sums.add import add\nprint(add(2, 3))',
    files: { 'sums/add.py': 'def add(a, b):\n    return a + b\n' },
  },
  javascript: {
    source: 'const { add } = require("./sums/add.js");\nconsole.log(add(2, 3));',
    files: { 'sums/add.js': 'exports.add = (a, b) => a + b;' },
  },
  typescript: {
    source: 'import { add } from "./sums/add";\nconsole.log(add(2, 3));',
    files: { 'sums/add.ts': 'export const add = (a: number, b: number): number => a + b;' },
  },
  csharp: {
    source: 'class Program { static void Main() { System.Console.WriteLine(Sums.Add(2, 3)); } }',
    files: {
      'lib/Sums.cs': 'static class Sums { public static int Add(int a, int b) { return a + b; } }',
    },
  },
  go: {
    source: 'package main\nimport "fmt"\nfunc main() { fmt.Println(add(2, 3)) }',
    files: { 'add.go': 'package main\nfunc add(a, b int) int { return a + b }' },
  },
  rust: {
    source: 'mod sums;\nfn main() { println!("{}", sums::add(2, 3)); }',
    files: { 'sums.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }' },
  },
  r: {
    source: 'source("sums/add.r")\ncat(add(2, 3), "\\n", sep = "")',
    files: { 'sums/add.r': 'add <- function(a, b) a + b' },
  },
  bash: {
    source: '. ./sums/add.sh\nadd 2 3',
    files: { 'sums/add.sh': 'add() { echo $(($1 + $2)); }' },
  },
  assembly: {
    source: 'global main\n%include "sums/add.inc"\n',
    files: {
      'sums/add.inc': `extern printf
section .data
format: db "%d", 10, 0
section .text
main:
  sub rsp, 8
  mov rdi, format
  mov rsi, 2
  add rsi, 3
  xor eax, eax
  call printf
  xor eax, eax
  add rsp, 8
  ret
`,
    },
  },
  'multi-file': {
    source: '',
    files: {
      compile: 'gcc -o add lib/*.c',
      run: './add',
      'lib/add.h': 'int add(int a, int b);\n',
      'lib/add.c': 'int add(int a, int b) { return a + b; }\n',
      'lib/main.c':
        '#include <stdio.h>\n#include "add.h"\nint main(void) { printf("%d\\n", add(2, 3)); }',
    },
  },
  lua: {
    source: 'local sums = require("sums.add")\nprint(sums.add(2, 3))',
    files: { 'sums/add.lua': 'return { add = function(a, b) return a + b end }' },
  },
};

describe.skipIf(cannotConfine)('a program of several files', async () => {
  const installed = cannotConfine ? [] : (await runner.status()).languages;
  const programs = installed.flatMap(({ language }) => {
    const sample = samples[language];
    return sample ? [{ language, sample }] : [];
  });
  test.for(programs)('runs in $language', async ({ language, sample }) => {
    const files = filesOf(sample.files);
    const outcome = await runner.run({ language, source: sample.source, order: { files } });
    expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '5\n', stderr: '' });
  });
});
