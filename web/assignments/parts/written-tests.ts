import { checkTestCases, saveTestCases, Solution } from '@vlabs/contract/assignments/test-cases';
import { areQueries, Language } from '@vlabs/contract/runs/languages';
import type { TestCase } from '@vlabs/contract/runs/test-case';
import {
  CaseLimits,
  listLimitMistakes,
  writeLimits,
} from '@vlabs/contract/kinds/scoring/case-limits';
import { readDecimal } from '@vlabs/contract/kinds/scoring/ratios';
import { z } from 'zod';
import { fieldErrors } from '../../platform/calls/form-errors.ts';

const WrittenTest = z.object({
  name: z.string(),
  input: z.string(),
  output: z.string(),
  points: z.string(),
  isHidden: z.boolean(),
  /** Used if each test case has its own. */
  limits: CaseLimits,
});
export type WrittenTest = z.infer<typeof WrittenTest>;

/** The test cases of an assignment with the solution, as typed. */
export const WrittenTests = z.object({
  solution: Solution,
  /** Of all test cases, unless each has its own. */
  limits: CaseLimits,
  hasOwnLimits: z.boolean(),
  cases: z.array(WrittenTest),
});
export type WrittenTests = z.infer<typeof WrittenTests>;

const USUAL_LIMITS: CaseLimits = {
  comparison: 'ignoring-space',
  tolerance: '0.000001',
  toleranceIs: 'either',
  seconds: '2',
  megabytes: '256',
};

/** Queries are compared by their rows. */
const usualLimits = (language: Language): CaseLimits =>
  areQueries([language]) ? { ...USUAL_LIMITS, comparison: 'rows' } : USUAL_LIMITS;

export const BLANK_TEST: WrittenTest = {
  name: '',
  input: '',
  output: '',
  points: '1',
  isHidden: false,
  limits: USUAL_LIMITS,
};

interface SavedTests {
  tests: readonly TestCase[];
  solution: Solution | null;
}

export function writeTests({ tests, solution }: SavedTests, language: Language): WrittenTests {
  const cases = tests.map((test) => ({
    name: test.name,
    input: test.input,
    output: test.expectedOutput,
    points: String(test.points),
    isHidden: test.isHidden,
    limits: {
      comparison: test.comparison,
      tolerance: String(test.tolerance),
      toleranceIs: test.toleranceIs ?? 'either',
      seconds: String(test.timeLimitMs / 1000),
      megabytes: String(test.memoryLimitKb / 1024),
    },
  }));
  const [{ limits } = { limits: usualLimits(language) }] = cases;
  const isSame = (one: WrittenTest) => JSON.stringify(one.limits) === JSON.stringify(limits);
  return {
    solution: solution ?? { language, text: '' },
    limits,
    hasOwnLimits: !cases.every(isSame),
    cases,
  };
}

function readPoints(typed: string): number {
  const read = readDecimal(typed.trim());
  return read ? Number(read.over) / Number(read.under) : Number.NaN;
}

/** What is saved and checked; numbers that cannot be read are `NaN`. */
export function readTests({ solution, limits, hasOwnLimits, cases }: WrittenTests) {
  const tests: TestCase[] = cases.map((one) => ({
    name: one.name,
    input: one.input,
    expectedOutput: one.output,
    points: readPoints(one.points),
    isHidden: one.isHidden,
    ...writeLimits(hasOwnLimits ? one.limits : limits),
  }));
  return { tests, solution };
}

export type ReadTests = ReturnType<typeof readTests>;

/** By the path of the field in the editor. */
export function listTestMistakes(written: WrittenTests): Record<string, string> {
  const { limits, hasOwnLimits, cases } = written;
  const ofLimits = hasOwnLimits
    ? cases.flatMap((one, at) => listLimitMistakes(`tests.${at}`, one.limits))
    : listLimitMistakes('limits', limits);
  const errors = Object.entries(fieldErrors(saveTestCases.body, readTests(written)));
  return Object.fromEntries([
    ...errors.map(([path, message]) => [path.replace(/expectedOutput$/, 'output'), message]),
    ...ofLimits.map(({ path, message }) => [path, message]),
  ]);
}

/** What is missing for the check, in a sentence; null if there is everything. */
export function sayWhatIsMissing(written: WrittenTests): string | null {
  const [mistake] = Object.values(listTestMistakes(written));
  if (mistake !== undefined) return mistake;
  const [missing] = Object.values(fieldErrors(checkTestCases.body, readTests(written)));
  return missing ?? null;
}
