import { z } from 'zod';
import { LONG_TEXTS, endpoint, replyOf, signedIn } from '../endpoint.ts';

const MAX_TESTS = 100;
const MAX_TEXT = 100_000;

export const Comparison = z.enum(
  ['exact', 'ignoring-space', 'numbers'],
  'Choose how the output is compared.',
);
export type Comparison = z.infer<typeof Comparison>;

const text = z.string().max(MAX_TEXT, `This has at most ${MAX_TEXT} characters.`);

export const TestCase = z.object({
  name: z.string().trim().max(100, 'A name has at most 100 characters.'),
  input: text,
  expectedOutput: text,
  points: z.number('Points are a number.').min(0, 'Points are 0 or more.').max(10_000),
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
  comparison: Comparison,
  /** Allowed difference of numbers, absolute or relative; for `numbers`. */
  tolerance: z.number('The tolerance is a number.').min(0, 'The tolerance is 0 or more.').max(1e9),
});
export type TestCase = z.infer<typeof TestCase>;

const ofAssignment = z.object({ id: z.uuid('That assignment is not known.') });

export const getTestCases = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/tests',
  access: signedIn,
  closesDuringTests: true,
  right: { to: 'viewKeys', of: 'assignment' },
  load: 'heavy',
  summary: 'List the test cases of an assignment; students do not get hidden ones',
  params: ofAssignment,
  reply: replyOf(
    z.object({
      /** Numbered from 1, as in reports. */
      tests: z.array(TestCase.extend({ number: z.int() })),
      hiddenCount: z.int(),
      maxPoints: z.number(),
    }),
  ),
});

export const saveTestCases = endpoint({
  method: 'PUT',
  path: '/api/v1/assignments/:id/tests',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: 'kept',
  summary: 'Replace all test cases, and test the last hand-ins again',
  params: ofAssignment,
  bodyLimit: LONG_TEXTS,
  body: z.object({
    tests: z.array(TestCase).max(MAX_TESTS, `An assignment has at most ${MAX_TESTS} tests.`),
  }),
  reply: replyOf(z.object({ handInsToTest: z.int() })),
});

export const testAllHandIns = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/tests/run',
  access: ['admin'],
  right: { to: 'grade', of: 'assignment' },
  audit: 'kept',
  summary: 'Test all last hand-ins again; with sections, theirs',
  params: ofAssignment,
  reply: replyOf(z.object({ handInsToTest: z.int() })),
});

export const TestCaseResult = z.object({
  /** From 1. */
  number: z.int(),
  isHidden: z.boolean(),
  outcome: z.enum([
    'passed',
    'wrong_output',
    'time_limit',
    'runtime_error',
    'not_compiled',
    'not_run',
  ]),
  points: z.number(),
  maxPoints: z.number(),
  /** The following fields are null for students if the test case is hidden. */
  name: z.string().nullable(),
  input: z.string().nullable(),
  expectedOutput: z.string().nullable(),
  output: z.string().nullable(),
  timeSeconds: z.number().nullable(),
  memoryKb: z.int().nullable(),
});
export type TestCaseResult = z.infer<typeof TestCaseResult>;

export const TestReport = z.object({
  /** `failed`: testing crashed twice. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  points: z.number(),
  maxPoints: z.number(),
  compileOutput: z.string().nullable(),
  results: z.array(TestCaseResult),
});
export type TestReport = z.infer<typeof TestReport>;

/** Converts points into marks; null if there are no points. */
export function marksOfPoints(
  { points, maxPoints }: { points: number; maxPoints: number },
  maxMarks: number,
): number | null {
  return maxPoints > 0 ? Math.round((points / maxPoints) * maxMarks * 100) / 100 : null;
}

export const gradeByTestCases = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/tests/marks',
  access: ['admin'],
  right: { to: 'grade', of: 'assignment' },
  audit: 'kept',
  summary: 'Mark every tested but unmarked hand-in by its points; with sections, theirs',
  params: ofAssignment,
  body: z.object({ includesLate: z.boolean('Say whether late ones are marked as well.') }),
  reply: replyOf(z.object({ marked: z.int() })),
});

export const getTestReport = endpoint({
  method: 'GET',
  path: '/api/v1/hand-ins/:handInId/tests',
  access: signedIn,
  closesDuringTests: true,
  right: { to: 'viewWork', of: 'hand-in' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get the test results of a hand-in; students get their own',
  params: z.object({ handInId: z.uuid('That hand-in is not known.') }),
  reply: replyOf(TestReport),
});
