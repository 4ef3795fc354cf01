import { afterAll, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const AT_ONCE = 500;

const runner = await startRunner({ VLABS_RUNNER_MAX_WAITING: String(AT_ONCE) });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

test.skipIf(cannotConfine)(`compiles and runs ${AT_ONCE} programs at the same time`, async () => {
  const numbers = Array.from({ length: AT_ONCE }, (_, number) => number);
  const outcomes = await Promise.all(
    numbers.map((number) =>
      runner.run({
        language: 'c',
        source: `int putchar(int);int main(void){putchar('a'+${number}%26);return ${number}%100;}//${number}`,
        limits: { wallTimeMs: 120_000 },
      }),
    ),
  );
  // A program whose file another process still holds open would not start: "Text file busy".
  const reported = outcomes.map(({ stdout, exitCode, compileOutput }) => [
    stdout,
    exitCode,
    compileOutput,
  ]);
  expect(reported).toEqual(
    numbers.map((number) => [
      String.fromCharCode(97 + (number % 26)),
      number % 100,
      expect.not.stringContaining('error'),
    ]),
  );
});
