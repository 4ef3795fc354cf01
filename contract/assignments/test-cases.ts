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
  /** Students see of it only whether it passed. */
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
  /** How far a number may be from the expected one, absolute or of its size; for `numbers`. */
  tolerance: z.number('The tolerance is a number.').min(0, 'The tolerance is 0 or more.').max(1e9),
});
export type TestCase = z.infer<typeof TestCase>;

const ofAssignment = z.object({ id: z.uuid('That assignment is not known.') });

export const getTestCases = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/tests',
  access: signedIn,
  right: { to: 'viewKeys', of: 'assignment' },
  load: 'heavy',
  summary: 'The tests of an assignment; to a student those that are not hidden',
  params: ofAssignment,
  reply: replyOf(
    z.object({
      /** Numbered as in the reports, from 1. */
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
  summary: 'Put these tests in place of all others; programs handed in are tested anew',
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
  summary:
    'Test every program that was handed in last once more; of who is limited to sections, theirs',
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
  /** What follows is null to a student where the test is hidden. */
  name: z.string().nullable(),
  input: z.string().nullable(),
  expectedOutput: z.string().nullable(),
  output: z.string().nullable(),
  timeSeconds: z.number().nullable(),
  memoryKb: z.int().nullable(),
});
export type TestCaseResult = z.infer<typeof TestCaseResult>;

export const TestReport = z.object({
  /** `failed`: testing it broke off, and would again. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  points: z.number(),
  maxPoints: z.number(),
  compileOutput: z.string().nullable(),
  results: z.array(TestCaseResult),
});
export type TestReport = z.infer<typeof TestReport>;

/** What the points of the tests come to in marks; null where there are no points to get. */
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
  summary:
    'Give every tested program without marks what its points come to; of who is limited to sections, theirs',
  params: ofAssignment,
  body: z.object({ includesLate: z.boolean('Say whether late ones are marked as well.') }),
  reply: replyOf(z.object({ marked: z.int() })),
});

export const getTestReport = endpoint({
  method: 'GET',
  path: '/api/v1/hand-ins/:handInId/tests',
  access: signedIn,
  right: { to: 'viewWork', of: 'hand-in' },
  load: 'heavy',
  summary: 'What became of a handed in program on the tests; a student asks for their own',
  params: z.object({ handInId: z.uuid('That hand-in is not known.') }),
  reply: replyOf(TestReport),
});
