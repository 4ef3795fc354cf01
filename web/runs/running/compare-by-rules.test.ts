import { expect, test } from 'vitest';
import type { NamedInput } from '../inputs/inputs.ts';
import { compareByRules } from './run-state.ts';
import type { InputResult, RunResult } from './run-result.ts';

const rule = { comparison: 'ignoring-space', tolerance: 0 } as const;
const sample = (expectedOutput: string): NamedInput => ({
  name: 'Sample',
  stdin: '',
  expectedOutput,
  rule,
});
const resultOf = (stdout: string, verdict = 'accepted'): InputResult => ({
  name: 'Sample',
  statusId: 3,
  description: 'Accepted',
  verdict,
  stdout,
  stderr: '',
  message: null,
  timeSeconds: '0.01',
});
const runOf = (...results: InputResult[]): RunResult => ({
  statusId: 3,
  description: 'Accepted',
  stdout: '',
  stderr: '',
  compileOutput: '',
  message: null,
  timeSeconds: '0.01',
  memoryBytes: null,
  verdict: 'accepted',
  diagnostics: [],
  results,
});

test('outputs are compared by the rule of their inputs', () => {
  const inputs = [sample('1 2'), sample('3')];
  const { results, verdict } = compareByRules(runOf(resultOf('1\n2\n'), resultOf('4')), inputs);
  expect(results?.map((one) => one.verdict)).toEqual(['accepted', 'wrong_answer']);
  expect(verdict).toBe('wrong_answer');
});

test('a program that failed on an input keeps its verdict', () => {
  const compared = compareByRules(runOf(resultOf('1', 'time_limit')), [sample('1')]);
  expect(compared.results?.[0]?.verdict).toBe('time_limit');
});

test('inputs without a rule are left to the server', () => {
  const run = runOf(resultOf('4'));
  expect(compareByRules(run, [{ name: '', stdin: '', expectedOutput: '3' }])).toBe(run);
  expect(compareByRules(run, null)).toBe(run);
});
