import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { MarkVersion } from '../assignments/mark-version.ts';
import { Language } from '../runs/languages.ts';
import { TestCaseResult } from '../runs/test-case.ts';

const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });

const OneAttempt = OneQuiz.extend({
  userId: z.string('userId is required.').trim().min(1, 'userId is required.').max(64),
});

const OneProgram = OneAttempt.extend({
  number: z.coerce.number('This test has no such question.').int().min(1),
});

/** How far the programs of submitted attempts are judged; counts are of attempts. */
export const Judging = z.object({
  submitted: z.int(),
  /** With a score. */
  judged: z.int(),
  /** Those that could not be judged three times. */
  failed: z.int(),
  /** The questions that ask for a program, in the teacher's numbering. */
  questions: z.array(z.int()),
  /** An estimate from the last minute; null without one, or if nothing waits. */
  secondsLeft: z.int().nullable(),
});
export type Judging = z.infer<typeof Judging>;

export const getJudging = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/judging',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  summary: 'Get how far the programs of submitted attempts are judged',
  params: OneQuiz,
  reply: replyOf(Judging),
});

export const judgeAgain = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/judging',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Judge the programs again that could not be judged',
  params: OneQuiz,
  reply: replyOf(z.object({ attempts: z.int() })),
});

/** A program of an attempt, as saved or submitted, with what its test cases say. */
export const ProgramOfAttempt = z.object({
  /** In the student's numbering, and in the teacher's. */
  number: z.int(),
  originalNumber: z.int(),
  title: z.string(),
  /** The program that counts; null if the question is unanswered. */
  language: Language.nullable(),
  text: z.string().nullable(),
  /** How often the student ran it during the test. */
  runs: z.int(),
  state: z.enum(['unanswered', 'working', 'waiting', 'judged', 'failed']),
  /** The points of the question, and those that count; null until it is judged or marked by hand. */
  maxPoints: z.number(),
  points: z.number().nullable(),
  isByHand: z.boolean(),
  /** How often points were given by hand or taken back. */
  markVersion: z.int(),
  judgedAt: z.iso.datetime().nullable(),
  /** The tools that compiled and ran it. */
  tools: z.string().nullable(),
  compileOutput: z.string().nullable(),
  /** Empty until it is judged. */
  results: z.array(TestCaseResult),
});
export type ProgramOfAttempt = z.infer<typeof ProgramOfAttempt>;

export const getPrograms = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/attempts/:userId/programs',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get the saved programs of an attempt, and their test results once they are judged',
  params: OneAttempt,
  reply: replyOf(z.array(ProgramOfAttempt)),
});

/** A saved change of a program: from a character on, so many were replaced; or its whole text. */
export const WritingStep = z.object({
  at: z.iso.datetime(),
  language: Language,
  /** In UTF-16 code units; null for a whole text. */
  from: z.int().nullable(),
  removed: z.int().nullable(),
  added: z.string(),
});
export type WritingStep = z.infer<typeof WritingStep>;

/** The text after a step. */
export const applyStep = (
  text: string,
  { from, removed, added }: Pick<WritingStep, 'from' | 'removed' | 'added'>,
): string =>
  from === null || removed === null
    ? added
    : `${text.slice(0, from)}${added}${text.slice(from + removed)}`;

export const getWriting = endpoint({
  method: 'GET',
  path: '/api/v1/auth/quiz/:uniqueId/attempts/:userId/programs/:number/writing',
  access: ['admin'],
  right: { to: 'viewWork', of: 'quiz' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get how a program was typed: each saved change, oldest first',
  params: OneProgram,
  reply: replyOf(z.array(WritingStep)),
});

export const markProgram = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/attempts/:userId/programs/:number/points',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Give a submitted program points by hand, or take them back',
  params: OneProgram,
  body: z.object({
    /** Null: its test cases count again. */
    points: z
      .number('Give the points as a number.')
      .min(0, 'Points are 0 or more.')
      .max(1000)
      .refine((points) => Number(points.toFixed(2)) === points, 'Points have at most two decimals.')
      .nullable(),
    reason: z
      .string('Say why.')
      .trim()
      .min(1, 'Say why.')
      .max(500, 'A reason has at most 500 characters.'),
    markVersion: MarkVersion,
  }),
  reply: replyOf(z.object({ score: z.number().nullable() })),
});
