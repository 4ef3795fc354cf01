import { expect, test } from 'vitest';
import { whatCame } from './findings.ts';

test.for([
  ['passed', '', '', 'held'],
  ['failed', 'Test timed out in 5 ms.', '', 'not judged: Test timed out in 5 ms.'],
  ['failed', 'expected …', '+ "verdict": "time_limit"', 'not judged: expected …'],
  ['failed', 'expected 1 to be 2', '- 2\n+ 1', 'failed: expected 1 to be 2'],
  ['skipped', '', '', 'not judged: it was skipped'],
] as const)(
  'on a machine that is too slow a test that %s with "%s" %s is told as %s',
  ([state, message, diff, told]) => {
    expect(whatCame(state, [{ message, diff }])).toBe(told);
  },
);
