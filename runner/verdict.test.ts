import type { OutputRule } from '@vlabs/contract/runs/test-case';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProgramEnding } from './sandbox/sandbox.ts';
import { judgeOutput } from './judge-output.ts';
import { isRightOutput, judgeEnding } from './verdict.ts';

const good: ProgramEnding = {
  exitCode: 0,
  exitSignal: null,
  wallTimeMs: 5,
  stopped: null,
  cpuTimeMs: 3,
  memoryKb: 1000,
  leftRunning: false,
  starvedMs: 0,
};
const verdictOf = (ending: Partial<ProgramEnding>) => judgeEnding({ ...good, ...ending }, 1000);

const verdictOn = async (output: string, expected: string | null, rule?: OutputRule) => {
  const expectedOutputBase64 = expected === null ? null : Buffer.from(expected).toString('base64');
  const input = { stdinBase64: null, expectedOutputBase64, rule };
  return (await judgeOutput(Buffer.from(output), input)).verdict;
};

test('a program that ends with 0 is accepted when no output is expected', async () => {
  expect(verdictOf({})).toEqual({ verdict: 'accepted', message: null });
  expect(await verdictOn('anything', null)).toBe('accepted');
});

test('wrong output gives wrong_answer, right output accepted', async () => {
  expect(await verdictOn('41\n', '42\n')).toBe('wrong_answer');
  expect(await verdictOn('42', '42\n')).toBe('accepted');
});

test.each([1, 100_000])(
  'outputs of %i words are compared by the rule of their input',
  async (count) => {
    const near = { comparison: 'numbers', tolerance: 0.01 } as const;
    expect(await verdictOn('0.31 '.repeat(count), '0.30 '.repeat(count), near)).toBe('accepted');
    expect(await verdictOn('0.32 '.repeat(count), '0.30 '.repeat(count), near)).toBe(
      'wrong_answer',
    );
    const spaced = { comparison: 'ignoring-space', tolerance: 0 } as const;
    expect(await verdictOn('1\n'.repeat(count), '1 '.repeat(count), spaced)).toBe('accepted');
    const exact = { comparison: 'exact', tolerance: 0 } as const;
    expect(await verdictOn('1 \n'.repeat(count), '1\n'.repeat(count), exact)).toBe('wrong_answer');
    expect(await verdictOn('1 \n'.repeat(count), '1\n'.repeat(count))).toBe('accepted');
  },
);

test('a program that overran its CPU time but ended by itself was still too slow', () => {
  expect(verdictOf({ cpuTimeMs: 1001 })).toEqual({
    verdict: 'time_limit',
    message: 'Time limit exceeded',
  });
});

test('memory is reported if it was the cause, however long the end took', () => {
  const killed = { stopped: 'memory', exitSignal: 9, exitCode: null } as const;
  expect(verdictOf({ ...killed, cpuTimeMs: 5000, wallTimeMs: 60_000 })).toEqual({
    verdict: 'memory_limit',
    message: 'Memory limit exceeded',
  });
});

test('the message names the wall clock if it was the reason', () => {
  expect(verdictOf({ stopped: 'wall_time', exitSignal: 9, exitCode: null }).message).toBe(
    'Time limit exceeded (wall clock)',
  );
});

test('a program that the machine kept waiting until its limit has no verdict of its own', () => {
  expect(verdictOf({ stopped: 'starved', exitSignal: 9, exitCode: null })).toEqual({
    verdict: 'internal_error',
    message: 'The machine was too busy to run this program. Run it again',
  });
});

test('a limit that stopped only what the program had started is reported so, with the status of the program', () => {
  const left = { exitCode: 0, leftRunning: true };
  const message = 'processes that the program had started were still running';
  expect(verdictOf({ ...left, stopped: 'wall_time' })).toEqual({
    verdict: 'time_limit',
    message: `Time limit exceeded (wall clock): ${message}`,
  });
  expect(verdictOf({ ...left, stopped: 'cpu_time' }).message).toBe(
    `Time limit exceeded: ${message}`,
  );
});

test('an exit status of 139 is an exit status, not a signal', () => {
  expect(verdictOf({ exitCode: 139 }).message).toBe('Exited with error status 139');
  expect(verdictOf({ exitCode: null, exitSignal: 11 }).message).toBe('Caught fatal signal 11');
});

test('blanks at the ends of lines and blank lines at the end are ignored', () => {
  const line = fc.stringMatching(/^[!-~ ]{0,20}$/).map((text) => text.trimEnd());
  const blanks = fc.stringMatching(/^[ \t\r]{0,3}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(line, blanks), { maxLength: 8 }), blanks, (lines, end) => {
      const plain = lines.map(([text]) => text).join('\n');
      const padded = `${lines.map(([text, blank]) => text + blank).join('\n')}\n${end}\n`;
      expect(isRightOutput(Buffer.from(padded), Buffer.from(plain))).toBe(true);
    }),
  );
});

test('blanks at the start of a line count', () => {
  expect(isRightOutput(Buffer.from(' 1'), Buffer.from('1'))).toBe(false);
});

/** By regular expressions, for short texts. */
const withoutBlanks = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f\v\0]{1,9}$/, ''))
    .join('\n')
    .replace(/\n{1,9}$/, '');

test('the same blanks are ignored as in the reference', () => {
  const output = fc.string({
    unit: fc.constantFrom('a', ' ', '\t', '\r', '\f', '\v', '\0', '\n'),
    maxLength: 9,
  });
  fc.assert(
    fc.property(output, output, (one, other) => {
      const isSame = withoutBlanks(one) === withoutBlanks(other);
      expect(isRightOutput(Buffer.from(one), Buffer.from(other))).toBe(isSame);
    }),
  );
});

test.each([
  ['spaces before a letter', `${' '.repeat(4_000_000)}x`],
  ['empty lines before a letter', `${'\n'.repeat(4_000_000)}x`],
  ['blanks and lines by turns', `${' \n'.repeat(2_000_000)}x`],
])('four million characters are judged in linear time: %s', async (_name, output) => {
  expect(await verdictOn(output, 'x')).toBe('wrong_answer');
});

test('all long outputs are compared in one thread, and each has its own verdict', async () => {
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  const long = '1 '.repeat(100_000);
  const outputs = Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? `${long}x` : long));
  const verdicts = await Promise.all(outputs.map((output) => verdictOn(output, long)));
  process.off('worker', count);
  expect(started).toBeLessThanOrEqual(1);
  expect(verdicts).toEqual(
    outputs.map((output) => (output === long ? 'accepted' : 'wrong_answer')),
  );
});
