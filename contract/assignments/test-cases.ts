import { z } from 'zod';
import { LONG_TEXTS, endpoint, replyOf, signedIn } from '../http/endpoint.ts';
import { Language } from '../runs/languages.ts';
import { ProgramChecks } from '../runs/program-checks.ts';
import { TestCase, TestCaseResult } from '../runs/test-case.ts';

export const MAX_TESTS = 100;
const MAX_SOLUTION = 100_000;

const ofAssignment = z.object({ id: z.uuid('That assignment is not known.') });

/** The teacher's own program. Students never get it. */
export const Solution = z.object({
  language: Language,
  text: z.string().max(MAX_SOLUTION, `A solution has at most ${MAX_SOLUTION} characters.`),
});
export type Solution = z.infer<typeof Solution>;

const tests = z.array(TestCase).max(MAX_TESTS, `An assignment has at most ${MAX_TESTS} tests.`);

export const getTestCases = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/tests',
  access: signedIn,
  right: { to: 'viewKeys', of: 'assignment' },
  load: 'heavy',
  summary:
    'List the test cases of an assignment; students get neither hidden ones nor the solution',
  params: ofAssignment,
  reply: replyOf(
    z.object({
      /** Numbered from 1, as in reports. */
      tests: z.array(TestCase.extend({ number: z.int() })),
      hiddenCount: z.int(),
      maxPoints: z.number(),
      /** Null for students, and if none is written. */
      solution: Solution.nullable(),
    }),
  ),
});

export const saveTestCases = endpoint({
  method: 'PUT',
  path: '/api/v1/assignments/:id/tests',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: 'kept',
  summary: 'Replace all test cases; if they changed, the last hand-ins are tested again',
  params: ofAssignment,
  bodyLimit: LONG_TEXTS,
  body: z.object({
    tests,
    /** Unchanged if absent; null removes it. */
    solution: Solution.nullable().optional(),
  }),
  reply: replyOf(z.object({ handInsToTest: z.int() })),
});

export const checkTestCases = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/tests/checks',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: { notKept: 'It changes nothing.' },
  load: 'long',
  summary:
    'Run the solution, the starter code and wrong programs on test cases that may be unsaved',
  params: ofAssignment,
  bodyLimit: LONG_TEXTS,
  body: z.object({
    tests: tests
      .min(1, 'Add at least one test case.')
      .refine((all) => all.some(({ points }) => points > 0), {
        message: 'Give points to at least one test case.',
      }),
    solution: Solution.refine(({ text }) => text.trim() !== '', {
      message: 'Write a solution.',
      path: ['text'],
    }),
  }),
  reply: replyOf(ProgramChecks),
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
  right: { to: 'viewWork', of: 'hand-in' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get the test results of a hand-in; students get their own',
  params: z.object({ handInId: z.uuid('That hand-in is not known.') }),
  reply: replyOf(TestReport),
});
