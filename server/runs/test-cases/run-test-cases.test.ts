import { MAX_RUN_MS } from '@vlabs/contract/runs/runner';
import type { TestCase } from '@vlabs/contract/runs/test-case';
import { assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { type ProgramRunner, runTestCases } from './run-test-cases.ts';

const program = { source: '', languageId: 50 };

const testCase = (timeLimitMs: number): TestCase => ({
  name: '',
  input: '',
  expectedOutput: 'yes',
  points: 1,
  isHidden: true,
  timeLimitMs,
  memoryLimitKb: 16_384,
  comparison: 'exact',
  tolerance: 0,
});

/** Answers every input with this text, and remembers the longest time of each run. */
function makeRunner(stdout: string) {
  const longestMs: number[] = [];
  const runner: ProgramRunner = {
    runProgram: (_program, inputs, { wallTimeMs }) => {
      longestMs.push(inputs.length * wallTimeMs);
      const ending = { verdict: 'accepted', message: null, exitCode: 0, exitSignal: null } as const;
      const used = { cpuTimeMs: 0, wallTimeMs: 0, memoryKb: 0 };
      const stdoutBase64 = Buffer.from(stdout).toString('base64');
      const result = { ...ending, ...used, name: null, stdoutBase64, stderrBase64: '' };
      return Promise.resolve({
        verdict: 'accepted',
        compileOutput: null,
        results: inputs.map(() => result),
      });
    },
    getRunsAvailability: () => Promise.resolve({ available: true }),
    nameOf: () => '',
  };
  return { runner, longestMs };
}

test('a program that uses up its time on some test cases still has all of it for the others', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 50 }),
      integer({ min: 100, max: 15_000 }),
      async (count, timeLimitMs) => {
        const { runner, longestMs } = makeRunner('yes');
        const tests = Array.from({ length: count }, () => testCase(timeLimitMs));
        expect((await runTestCases(runner, program, tests)).points).toBe(count);
        expect(Math.max(...longestMs)).toBeLessThanOrEqual(MAX_RUN_MS);
      },
    ),
    { numRuns: 20 },
  );
});

test('a long output is cut between characters, so that it can be stored', async () => {
  const { runner } = makeRunner(`a${'😀'.repeat(10_000)}`);
  const [result] = (await runTestCases(runner, program, [testCase(1000)])).results;
  expect(result?.output?.isWellFormed()).toBe(true);
  expect(result?.output).toContain('😀');
});
