import { KindName } from '@vlabs/kinds/kinds';
import { z } from 'zod';
import { endpoint, replyOf } from '../endpoint.ts';
import { OPTION_NUMBERS, OptionNumber } from './questions.ts';

const OneQuiz = z.object({ uniqueId: z.uuid('That quiz is not known.').toLowerCase() });
const figure = z.number().nullable();

/** How a question counts: by its key; with its score for everyone who sat; or for nobody. */
export const Marking = z.enum(['by_key', 'everyone', 'left_out']);
export type Marking = z.infer<typeof Marking>;

/** What counts as right, by the teacher's numbering of the options. */
export const Key = z.object({
  marking: Marking,
  /** Of a question with four options. */
  right: z
    .array(OptionNumber)
    .min(1, 'Choose at least one option that is right.')
    .max(OPTION_NUMBERS.length)
    .optional(),
  /** Of a question of another kind, as the kind has it. */
  Key: z.unknown().optional(),
});
export type Key = z.infer<typeof Key>;

const Wanted = z.object({
  /** Of the question, as the teacher ordered them. */
  number: z.int().min(1),
  key: Key,
});

const Scored = z.object({
  userId: z.string(),
  name: z.string(),
  before: z.number(),
  after: z.number(),
});
export type Scored = z.infer<typeof Scored>;

const Sides = z.object({
  key: Key,
  /** Of all submitted attempts; null without one. */
  mean: figure,
  totalScore: z.number(),
  facility: figure,
  discriminationIndex: figure,
});

export const KeyPreview = z.object({
  /** Of the key that this was worked out from; a correction names it. */
  keyVersion: z.int(),
  question: z.object({
    number: z.int(),
    title: z.string(),
    /** Null: exactly four options. */
    kind: KindName.nullable(),
    body: z.unknown(),
    hasVariants: z.boolean(),
  }),
  topic: z.string(),
  submitted: z.int(),
  /** Attempts that go on; they will be marked by the new key. */
  working: z.int(),
  before: Sides,
  after: Sides,
  /** The submitted attempts whose score, or whose share of the total score, would change. */
  changed: z.array(Scored),
});
export type KeyPreview = z.infer<typeof KeyPreview>;

export const previewKeyCorrection = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/key-corrections/preview',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: { notKept: 'It changes nothing.' },
  summary: 'What another key of a question would do to every score; writes nothing',
  params: OneQuiz,
  body: Wanted,
  reply: replyOf(KeyPreview),
});

export const correctKey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/quiz/:uniqueId/key-corrections',
  access: ['admin'],
  right: { to: 'changeResults', of: 'quiz' },
  audit: 'kept',
  summary: 'Correct the key of a question, and mark every submitted attempt again',
  params: OneQuiz,
  body: Wanted.extend({
    /** As the preview gave it: nobody corrects a key that somebody else has just corrected. */
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
      /** How many scores have changed. */
      changed: z.int(),
    }),
  ),
});
