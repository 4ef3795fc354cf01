import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, `test-results/${process.env['TEST_REPORT'] ?? 'vitest'}.json`);

/**
 * Writes the results in the format of e2e/report.ts, after every file, so that a cancelled run still shows what it
 * was doing.
 */
export default class Report implements Reporter {
  readonly #running = new Set<string>();
  readonly #ended: TestModule[] = [];

  onTestModuleStart(module: TestModule): void {
    this.#running.add(nameOf(module));
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(nameOf(module));
    this.#ended.push(module);
    this.#write(this.#ended);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#running.clear();
    this.#write(modules);
  }

  #write(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    // A failed hook skips its tests.
    const broken = suites.filter((suite) => suite.errors().length > 0);
    const report = {
      passed: count('passed'),
      failed: count('failed') + broken.length,
      skipped: count('skipped'),
      failures: [
        ...broken.map((suite) => (suite.type === 'module' ? nameOf(suite) : titleOf(suite))),
        ...tests.filter((test) => test.result().state === 'failed').map(titleOf),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky === true).map(whyFlaky),
      files: modules.map((module) => ({ file: nameOf(module), ms: timeOf(module) })),
      running: [...this.#running],
    };
    mkdirSync(dirname(RESULTS), { recursive: true });
    writeFileSync(RESULTS, JSON.stringify(report));
  }
}

const nameOf = ({ moduleId }: TestModule) => relative(ROOT, moduleId);
/** The title and the error of the first attempt. */
function whyFlaky(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  return first ? `${titleOf(test)} (${first.message.split('\n', 1)[0]})` : titleOf(test);
}

const titleOf = (test: TestCase | TestSuite) => `${nameOf(test.module)}: ${test.fullName}`;

/** Loading, hooks and tests, in milliseconds. */
function timeOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return Math.round(collectDuration + setupDuration + duration);
}
