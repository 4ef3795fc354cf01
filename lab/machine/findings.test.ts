import { expect, test } from 'vitest';
import { patternExcluding, judgeResult } from './findings.ts';

test.for([
  ['passed', '', '', 'held'],
  ['failed', 'Test timed out in 5 ms.', '', 'not judged: Test timed out in 5 ms.'],
  ['failed', 'expected …', '+ "verdict": "time_limit"', 'not judged: expected …'],
  ['failed', 'expected 1 to be 2', '- 2\n+ 1', 'failed: expected 1 to be 2'],
  ['skipped', '', '', 'not judged: it was skipped'],
] as const)(
  'on a machine that is too slow a test that %s with "%s" %s is reported as %s',
  ([state, message, diff, reported]) => {
    expect(judgeResult('a test', state, [{ message, diff }])).toBe(reported);
  },
);

test('tests that do not apply to the machine are not judged, with the reason', () => {
  expect(judgeResult('all > old-system-call.c: runtime_error', 'failed', [])).toMatch(
    /^not judged: User-mode Linux/,
  );
  expect(judgeResult('all > old-system-call.c: runtime_error', 'passed', [])).toBe('held');
});

test('a boot continues with the tests that are not judged yet', () => {
  const others = new RegExp(patternExcluding(['all > fork-bomb.c: (a|b)', 'all > x']));
  expect(others.test('all > fork-bomb.c: (a|b)')).toBe(false);
  expect(others.test('all > fork-bombXc: a')).toBe(true);
  expect(others.test('all > x and more')).toBe(true);
});
