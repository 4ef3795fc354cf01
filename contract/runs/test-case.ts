import { z } from 'zod';

/** How a program is tested: in assignments, and in tests with programs. */

/** Characters of an input or an expected output. */
export const MAX_CASE_TEXT = 100_000;

export const Comparison = z.enum(
  ['exact', 'ignoring-space', 'numbers', 'rows', 'rows-in-order'],
  'Choose how the output is compared.',
);
export type Comparison = z.infer<typeof Comparison>;

/** The outputs are tables: see result-tables.ts. */
export const isOfTables = (comparison: Comparison): boolean =>
  comparison === 'rows' || comparison === 'rows-in-order';

/** A number may differ by the tolerance, by that fraction of the expected number, or by the larger of both. */
export const ToleranceIs = z.enum(
  ['absolute', 'relative', 'either'],
  'Choose what the tolerance is.',
);
export type ToleranceIs = z.infer<typeof ToleranceIs>;

/** In the order in which teachers choose. */
export const toleranceNames: Record<ToleranceIs, string> = {
  either: 'The larger of both',
  absolute: 'A difference',
  relative: 'A fraction of the expected number',
};

/** Ends a sentence for students: `may differ by 0.01`. */
export function describeTolerance(tolerance: string, toleranceIs: ToleranceIs = 'either'): string {
  if (Number(tolerance) === 0) return 'must be equal';
  const fraction = `${tolerance} times the expected number`;
  if (toleranceIs === 'absolute') return `may differ by ${tolerance}`;
  if (toleranceIs === 'relative') return `may differ by ${fraction}`;
  return `may differ by ${tolerance}, or by ${fraction} if that is more`;
}

/** For students. */
export const ANY_ROW_ORDER = 'The rows of each table may be in any order.';
export const THIS_ROW_ORDER = 'The rows of each table must be in this order.';

/** How the output of a program is compared with the expected one. */
export const OutputRule = z.object({
  comparison: Comparison,
  /** For `numbers`. */
  tolerance: z.number('The tolerance is a number.').min(0, 'The tolerance is 0 or more.').max(1e9),
  /** `either` if absent. */
  toleranceIs: ToleranceIs.optional(),
});
export type OutputRule = z.infer<typeof OutputRule>;

const text = z.string().max(MAX_CASE_TEXT, `This has at most ${MAX_CASE_TEXT} characters.`);

export const TestCase = z.object({
  name: z.string().trim().max(100, 'A name has at most 100 characters.'),
  input: text,
  expectedOutput: text,
  points: z
    .number('Points are a number.')
    .min(0, 'Points are 0 or more.')
    .max(10_000, 'Points are at most 10000.'),
  /** Students see only whether they passed it. */
  isHidden: z.boolean(),
  timeLimitMs: z
    .int('The time limit is a whole number of milliseconds.')
    .min(100, 'The time limit is at least 100 ms.')
    .max(15_000, 'The time limit is at most 15000 ms.'),
  memoryLimitKb: z
    .int('The memory limit is a whole number of KB.')
    .min(16_384, 'The memory limit is at least 16384 KB.')
    .max(512_000, 'The memory limit is at most 512000 KB.'),
  ...OutputRule.shape,
});
export type TestCase = z.infer<typeof TestCase>;

/** Wall time of a run with this CPU time: waiting for the disk or other programs does not count. */
export const wallTimeMsOf = (cpuTimeMs: number): number => Math.min(20_000, cpuTimeMs * 2 + 2000);

export const TestOutcome = z.enum([
  'passed',
  'wrong_output',
  'time_limit',
  'runtime_error',
  'not_compiled',
  'not_run',
]);
export type TestOutcome = z.infer<typeof TestOutcome>;

export const TestCaseResult = z.object({
  /** From 1. */
  number: z.int(),
  isHidden: z.boolean(),
  outcome: TestOutcome,
  points: z.number(),
  maxPoints: z.number(),
  /** The following fields are null for students if the test case is hidden. */
  name: z.string().nullable(),
  input: z.string().nullable(),
  expectedOutput: z.string().nullable(),
  output: z.string().nullable(),
  /** Why the program failed: the limit, exception, signal or exit status. */
  reason: z.string().nullable().default(null),
  /** The end of what the program printed to standard error. */
  stderr: z.string().nullable().default(null),
  timeSeconds: z.number().nullable(),
  memoryKb: z.int().nullable(),
});
export type TestCaseResult = z.infer<typeof TestCaseResult>;
