import { KindName } from '../kinds/kinds.ts';
import { z } from 'zod';
import { LONG_TEXTS, endpoint, replyOf } from '../http/endpoint.ts';
import { OPTION_NUMBERS, OptionNumber } from '../quizzes/questions.ts';

const OneQuiz = z.object({ uniqueId: z.uuid('This test is not known.').toLowerCase() });
const figure = z.number().nullable();

/** How a question counts: by its key, with full score for everyone who sat the test, or not at all. */
export const Marking = z.enum(['by_key', 'everyone', 'left_out']);
export type Marking = z.infer<typeof Marking>;

/** The correct options, in the teacher's numbering. */
export const Key = z.object({
  marking: Marking,
  /** For a question with four options. */
  right: z
    .array(OptionNumber)
    .min(1, 'Choose at least one correct option.')
    .max(OPTION_NUMBERS.length)
    .optional(),
  /** For a question of another kind. */
  Key: z.unknown().optional(),
});
export type Key = z.infer<typeof Key>;

const Wanted = z.object({
  /** In the teacher's order. */
  number: z.int().min(1),
  key: Key,
  /** Scores that would fall stay as they are. */
  neverLower: z.boolean().optional(),
});

const Scored = z.object({
  userId: z.string(),
  name: z.string(),
  /** Null if its programs could not be judged. */
  before: z.number().nullable(),
  after: z.number(),
});
export type Scored = z.infer<typeof Scored>;

const Sides = z.object({
  key: Key,
  /** Over all submitted attempts; null without one. */
  mean: figure,
  totalScore: z.number(),
  facility: figure,
  discriminationIndex: figure,
});

export const KeyPreview = z.object({
  /** The key version of this preview; the correction must name it. */
  keyVersion: z.int(),
  question: z.object({
    number: z.int(),
    title: z.string(),
    /** Null for exactly four options. */
    kind: KindName.nullable(),
    body: z.unknown(),
    hasVariants: z.boolean(),
  }),
  topic: z.string(),
  submitted: z.int(),
  /** Attempts in progress, which will be scored with the new key. */
  working: z.int(),
  before: Sides,
  after: Sides,
  /** Submitted attempts whose programs must be run on the changed test cases first. */
  toJudge: z.int(),
  /** Submitted attempts whose score or percentage would change. */
  changed: z.array(Scored),
});
export type KeyPreview = z.infer<typeof KeyPreview>;

export const previewKeyCorrection = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/key-corrections/preview',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: { notKept: 'It changes nothing.' },
  summary: 'Preview what another key would do to every score',
  params: OneQuiz,
  bodyLimit: LONG_TEXTS,
  body: Wanted,
  reply: replyOf(KeyPreview),
});

export const judgeByKey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/key-corrections/judging',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: { notKept: 'It changes no score.' },
  summary: 'Run all submitted programs of a question on other test cases, for the preview',
  params: OneQuiz,
  bodyLimit: LONG_TEXTS,
  body: Wanted,
  reply: replyOf(z.null()),
});

export const correctKey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/key-corrections',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Correct the key of a question, and score every submitted attempt again',
  params: OneQuiz,
  bodyLimit: LONG_TEXTS,
  body: Wanted.extend({
    /** As the preview returned it; refused if someone else corrected a key since. */
    keyVersion: z.int().min(0),
    reason: z
      .string('Say why.')
      .trim()
      .min(1, 'Say why.')
      .max(500, 'A reason has at most 500 characters.'),
  }),
  reply: replyOf(
    z.object({
      keyVersion: z.int(),
      /** The number of changed scores. */
      changed: z.int(),
    }),
  ),
});
