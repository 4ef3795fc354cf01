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
  results: null,
};

test.for([
  ['Python', 'Traceback (most recent call last):\nEOFError: EOF when reading a line\n'],
  ['Java', 'Exception in thread "main" java.util.NoSuchElementException: No line found\n'],
] as const)('a program in %s that reads beyond its input is told so', ([, stderr]) => {
  expect(resultAdvice({ ...failed, stderr })).toMatch(/more input than there is/);
});

test('any other exception is not taken for missing input', () => {
  const stderr = 'ValueError: invalid literal for int() with base 10: "EOFError"\n';
  expect(resultAdvice({ ...failed, stderr })).toMatch(/exited with an error/);
});
