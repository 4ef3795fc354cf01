import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findReason } from './ending-reasons.ts';

const failed = { verdict: 'runtime_error', message: null, exitCode: 1, exitSignal: null };

const python = `Traceback (most recent call last):
  File "/box/script.py", line 2, in <module>
    print(1 // n)
          ~~^^~~
ZeroDivisionError: integer division or modulo by zero
`;

test.each([
  [
    'a traceback of Python',
    failed,
    python,
    'ZeroDivisionError: integer division or modulo by zero',
  ],
  [
    'a syntax error of Python',
    failed,
    '  File "/box/script.py", line 1\n    x = (\n        ^\nSyntaxError: \'(\' was never closed\n',
    "SyntaxError: '(' was never closed",
  ],
  [
    'a stack trace of Java',
    failed,
    'Exception in thread "main" java.lang.ArithmeticException: / by zero\n\tat Main.main(Main.java:3)\n',
    'java.lang.ArithmeticException: / by zero',
  ],
  [
    'an exception of C++',
    { ...failed, exitCode: null, exitSignal: 6, message: 'Caught fatal signal 6' },
    "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::at\n",
    'std::out_of_range: vector::at',
  ],
  [
    'a signal',
    { ...failed, exitCode: null, exitSignal: 11, message: 'Caught fatal signal 11' },
    '',
    'Signal SIGSEGV: the program accessed memory it may not use',
  ],
  [
    'an exit status',
    { ...failed, exitCode: 7, message: 'Exited with error status 7' },
    'oh: no\n',
    'Exit status 7',
  ],
  [
    'the memory limit',
    { ...failed, verdict: 'memory_limit', message: 'Memory limit exceeded' },
    python,
    'Memory limit exceeded',
  ],
  [
    'the time limit',
    { ...failed, verdict: 'time_limit', message: 'Time limit exceeded (wall clock)' },
    '',
    'Time limit exceeded (wall clock)',
  ],
] as const)('the reason names %s', (_name, ending, stderr, reason) => {
  expect(findReason(ending, stderr)).toBe(reason);
});

test('a program that ended normally has no reason', () => {
  expect(findReason({ ...failed, verdict: 'accepted', exitCode: 0 }, python)).toBeNull();
});

test('whatever a program prints, the reason is short and can be stored', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const stderr = `  File "a", line 1\nError: ${text}${'😀'.repeat(400)}\n`;
      const reason = findReason(failed, stderr) ?? '';
      expect(reason.length).toBeLessThanOrEqual(301);
      expect(reason.isWellFormed()).toBe(true);
    }),
    { numRuns: 50 },
  );
});
