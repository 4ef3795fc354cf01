import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What came of one test or start on the machine. */
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

/** The machine is many times as slow as any that serves people, so time that ran out says nothing of it. */
const RAN_OUT_OF_TIME = /timed out|time_limit|time limit|wall clock|deadline|to be less than/i;

/** @param complaints of a test that did not hold */
export function whatCame(state: string, complaints: readonly Complaint[]): string {
  if (state === 'passed') return 'held';
  if (state !== 'failed') return 'not judged: it was skipped';
  const said = complaints.map(({ message, diff = '' }) => `${message}\n${diff}`).join('\n');
  const firstLine = said.split('\n')[0] ?? '';
  return `${RAN_OUT_OF_TIME.test(said) ? 'not judged' : 'failed'}: ${firstLine}`;
}

/** Tells vitest's results as findings, in the file that the environment names, after each file of tests. */
export default class FindingsReporter implements Reporter {
  readonly #findings: Finding[] = [];

  #add(what: string, came: string): void {
    const part = process.env['MACHINE_PART'] ?? '';
    this.#findings.push({ part, what, came });
    console.log(`${came} ← ${what}`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    this.#add(test.fullName, whatCame(state, errors ?? []));
    if (state === 'failed')
      console.log(errors?.map(({ message, diff }) => `${message}\n${diff}`).join('\n'));
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors();
    if (errors.length > 0) this.#add(module.moduleId, whatCame('failed', errors));
    writeFileSync(process.env['MACHINE_FINDINGS'] ?? '', JSON.stringify(this.#findings));
  }
}
