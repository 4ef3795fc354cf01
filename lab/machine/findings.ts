import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The result of one test or start on the machine. */
export interface Finding {
  part: string;
  what: string;
  /** `held`, `not judged: …` or `failed: …`. */
  came: string;
}

interface Complaint {
  message: string;
  diff?: string | undefined;
}

/** The machine is many times slower than any in production, so timeouts prove nothing. */
const RAN_OUT_OF_TIME = /timed out|time_limit|time limit|wall clock|deadline|to be less than/i;
/** Remains if the machine ends before the test does. */
export const CUT_OFF = 'not judged: the machine was ended while it ran';

/** Differences of this machine, by part of a test's name. */
const UNSUPPORTED_TESTS = new Map([
  ['old-system-call.c', 'User-mode Linux treats int 0x80 as a 64-bit call'],
]);

/** @param complaints the errors of a failed test */
export function judgeResult(name: string, state: string, complaints: readonly Complaint[]): string {
  if (state === 'passed') return 'held';
  for (const [part, reason] of UNSUPPORTED_TESTS)
    if (name.includes(part)) return `not judged: ${reason}`;
  if (state !== 'failed') return 'not judged: it was skipped';
  const text = complaints.map(({ message, diff = '' }) => `${message}\n${diff}`).join('\n');
  const firstLine = text.split('\n')[0] ?? '';
  return `${RAN_OUT_OF_TIME.test(text) ? 'not judged' : 'failed'}: ${firstLine}`;
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A pattern for vitest that excludes the tests that earlier boots have judged. */
export function patternExcluding(judged: readonly string[]): string {
  return `^(?!(?:${judged.map(escape).join('|')})$)`;
}

/**
 * Writes vitest's results as findings to the file named by the environment, after each test, so that results survive
 * if the machine is ended.
 */
export default class FindingsReporter implements Reporter {
  readonly #findings = new Map<string, Finding>();

  /** Tests in two files may have the same name. */
  #add(id: string, what: string, came: string): void {
    const part = process.env['MACHINE_PART'] ?? '';
    this.#findings.set(id, { part, what, came });
    writeFileSync(
      process.env['MACHINE_FINDINGS'] ?? '',
      JSON.stringify([...this.#findings.values()]),
    );
  }

  onTestCaseReady(test: TestCase): void {
    // A fast test may have been reported before.
    if (!this.#findings.has(test.id)) this.#add(test.id, test.fullName, CUT_OFF);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const came = judgeResult(test.fullName, state, errors ?? []);
    this.#add(test.id, test.fullName, came);
    const ms = Math.round(test.diagnostic()?.duration ?? 0);
    console.log(`${came} ← ${test.fullName} (${ms} ms)`);
    if (state === 'failed')
      console.log(errors?.map(({ message, diff }) => `${message}\n${diff}`).join('\n'));
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0)
      this.#add(module.id, module.moduleId, judgeResult(module.moduleId, 'failed', errors));
  }
}
