import { type TestCase, type TestCaseResult, wallTimeMsOf } from '@vlabs/contract/runs/test-case';
import { asPlainText } from '@vlabs/contract/runs/plain-text';
import type { Language } from '@vlabs/contract/runs/languages';
import { MAX_RUN_MS, type RunInput } from '@vlabs/contract/runs/runner';
import { findReason } from './ending-reasons.ts';
import type { InputResult, RunResult, RunLimits } from '../store/run.ts';
import type { WrittenProgram } from '../store/written-program.ts';

/** The result of a program, as far as test cases need it; no results if it was not run. */
type TriedProgram = Pick<RunResult, 'verdict' | 'compileOutput' | 'results'>;

/** Runs belong to nobody, so that no student can read the inputs of hidden test cases. */
export interface ProgramRunner {
  /** Throws if the program was not run to the end. */
  runProgram: (
    program: WrittenProgram,
    inputs: readonly RunInput[],
    limits: Pick<RunLimits, 'cpuTimeMs' | 'wallTimeMs' | 'memoryKb'>,
  ) => Promise<TriedProgram>;
  /** Whether programs can be run now. */
  getRunsAvailability: () => Promise<{ available: boolean }>;
  /** The tools of a language with their versions. */
  nameOf: (language: Language) => string;
}

/** The maximum number of inputs of a run. */
const INPUTS_AT_ONCE = 20;
/** The limit of stored output. */
const MAX_OUTPUT_LENGTH = 10_000;
const MAX_STDERR_LENGTH = 2000;

export interface TestedProgram {
  points: number;
  maxPoints: number;
  compileOutput: string | null;
  results: TestCaseResult[];
}

type Numbered = TestCase & { number: number };

/** Runs a program on all test cases, grouped by limits. Throws if it cannot be run. */
export async function runTestCases(
  runner: ProgramRunner,
  program: WrittenProgram,
  tests: readonly TestCase[],
): Promise<TestedProgram> {
  const numbered = tests.map((test, index) => ({ ...test, number: index + 1 }));
  const results: TestCaseResult[] = [];
  let compileOutput: string | null = null;
  for (const { limits, tests: group } of groupByLimits(numbered)) {
    const tried = await runner.runProgram(program, group.map(inputOf), limits);
    requireEndings(tried, group);
    const compilerText = textOf(tried.compileOutput);
    if (compilerText !== '') compileOutput = compilerText;
    results.push(...group.map((test, at) => toTestResult(test, tried.results?.[at])));
  }
  const sum = (count: (result: TestCaseResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    points: sum(({ points }) => points),
    maxPoints: sum(({ maxPoints }) => maxPoints),
    compileOutput,
    results: results.toSorted((a, b) => a.number - b.number),
  };
}

/** Each test case has an ending of its own unless the program did not compile; a missing one decides no points. */
function requireEndings({ verdict, results }: TriedProgram, group: readonly Numbered[]): void {
  if (results === null && verdict === 'compile_error') return;
  const isWhole = results?.length === group.length;
  if (isWhole && results.every((one) => one.verdict !== 'internal_error')) return;
  throw new Error('A program could not be run on a test case.');
}

interface Group {
  limits: { cpuTimeMs: number; wallTimeMs: number; memoryKb: number };
  tests: Numbered[];
}

/** As many test cases with the same limits as can all reach their time limit within one run. */
function groupByLimits(tests: Numbered[]): Group[] {
  const groups: Group[] = [];
  for (const test of tests) {
    const { timeLimitMs: cpuTimeMs, memoryLimitKb: memoryKb } = test;
    const wallTimeMs = wallTimeMsOf(cpuTimeMs);
    const atOnce = Math.min(INPUTS_AT_ONCE, Math.floor(MAX_RUN_MS / wallTimeMs));
    const group = groups.find(
      ({ limits, tests: before }) =>
        limits.cpuTimeMs === cpuTimeMs && limits.memoryKb === memoryKb && before.length < atOnce,
    );
    if (group) group.tests.push(test);
    else groups.push({ limits: { cpuTimeMs, wallTimeMs, memoryKb }, tests: [test] });
  }
  return groups;
}

const inputOf = ({ input, expectedOutput, comparison, tolerance, toleranceIs }: Numbered) => ({
  stdinBase64: Buffer.from(asPlainText(input)).toString('base64'),
  expectedOutputBase64: Buffer.from(expectedOutput).toString('base64'),
  rule: { comparison, tolerance, toleranceIs },
});

function toTestResult(
  { number, isHidden, name, input, expectedOutput, points: maxPoints }: Numbered,
  tried: InputResult | undefined,
): TestCaseResult {
  const outcome = tried ? outcomeOf(tried) : 'not_compiled';
  const stderr = decode(tried?.stderrBase64);
  return {
    number,
    isHidden,
    outcome,
    points: outcome === 'passed' ? maxPoints : 0,
    maxPoints,
    name,
    input,
    expectedOutput,
    // Half a character at the end can't be stored.
    output: decode(tried?.stdoutBase64).slice(0, MAX_OUTPUT_LENGTH).toWellFormed(),
    reason: tried ? findReason(tried, stderr) : null,
    stderr: stderr.slice(-MAX_STDERR_LENGTH).toWellFormed(),
    timeSeconds: tried && tried.cpuTimeMs !== null ? tried.cpuTimeMs / 1000 : null,
    memoryKb: tried?.memoryKb ?? null,
  };
}

function outcomeOf({ verdict }: InputResult): TestCaseResult['outcome'] {
  if (verdict === 'accepted') return 'passed';
  if (verdict === 'wrong_answer') return 'wrong_output';
  return verdict === 'time_limit' ? 'time_limit' : 'runtime_error';
}

/** PostgreSQL texts cannot contain NUL. */
const textOf = (bytes: Buffer | null) => bytes?.toString('utf8').replaceAll('\0', '\uFFFD') ?? '';

const decode = (base64 = '') => textOf(Buffer.from(base64, 'base64'));
