import { expect, test } from 'vitest';
import { resultAdvice } from './result-advice.ts';
import type { RunResult } from './run-result.ts';

const failed: RunResult = {
  statusId: 11,
  description: 'Runtime Error (NZEC)',
  stdout: '',
  stderr: '',
  compileOutput: '',
  message: null,
  timeSeconds: '0.01',
  memoryBytes: 1000,
  verdict: 'runtime_error',
  diagnostics: [],
  files: [],
  results: null,
};

test.for([
  ['Python', 'Traceback (most recent call last):\nEOFError: EOF when reading a line\n'],
  [
    'Java',
    'Exception in thread "main" java.util.NoSuchElementException: No line found\n\tat java.base/java.util.Scanner.nextLine(Scanner.java:1677)\n',
  ],
  [
    'Java',
    'Exception in thread "main" java.util.NoSuchElementException\n\tat java.base/java.util.Scanner.throwFor(Scanner.java:945)\n',
  ],
] as const)('a program in %s that reads beyond its input is told so', ([, stderr]) => {
  expect(resultAdvice({ ...failed, stderr })).toMatch(/more input than there is/);
});

test.for([
  'ValueError: invalid literal for int() with base 10: "EOFError"\n',
  'Exception in thread "main" java.util.NoSuchElementException\n\tat java.base/java.util.LinkedList.removeFirst(LinkedList.java:281)\n',
])('any other exception is not taken for missing input', (stderr) => {
  expect(resultAdvice({ ...failed, stderr })).toMatch(/exited with an error/);
});
