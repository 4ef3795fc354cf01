import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** The folder of the configuration, which Playwright looks for in the current folder. */
const root = process.cwd();

interface Summary {
  passed: number;
  failed: number;
  skipped: number;
  /** "path/of/file.spec.ts: title" of each journey that failed. */
  failures: string[];
  /** The same for journeys that passed only on a retry; they count as passed. */
  flaky: string[];
  files: { file: string; ms: number }[];
}

/** Writes the results of the journeys in the format that `tools/testing` reads. */
export default class Report implements Reporter {
  #suite: Suite | null = null;
  readonly #errors: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
  }

  /** Failures outside of a journey, such as the start of the product. */
  onError({ message }: { message?: string }): void {
    this.#errors.push(message?.split('\n', 1)[0] ?? 'an error outside of the journeys');
  }

  onEnd(): void {
    const folder = join(root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const name = process.env['TEST_REPORT'] ?? 'journeys';
    const summary = summarise(this.#suite?.allTests() ?? [], this.#errors);
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(summary, null, 2)}\n`);
  }
}

function summarise(tests: TestCase[], errors: string[]): Summary {
  const named = (outcome: ReturnType<TestCase['outcome']>) =>
    tests.filter((one) => one.outcome() === outcome).map(nameOf);
  const [flaky, failures] = [named('flaky'), [...named('unexpected'), ...errors]];
  return {
    passed: named('expected').length + flaky.length,
    failed: failures.length,
    skipped: named('skipped').length,
    failures,
    flaky,
    files: timesOf(tests),
  };
}

const fileOf = ({ location }: TestCase) => relative(root, location.file);

const nameOf = (test: TestCase) => `${fileOf(test)}: ${test.title}`;

/** The total time of the journeys in each file, longest first. */
function timesOf(tests: TestCase[]): Summary['files'] {
  const times = new Map<string, number>();
  for (const test of tests) {
    const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
    times.set(fileOf(test), (times.get(fileOf(test)) ?? 0) + ms);
  }
  return [...times].map(([file, ms]) => ({ file, ms })).toSorted((one, other) => other.ms - one.ms);
}
