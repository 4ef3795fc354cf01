import { KindName } from '@vlabs/kinds/kinds';
import { z } from 'zod';
import { Marking } from './quizzes/key-corrections.ts';

/** Null where it is not defined. Percentages are 0 to 100. */
const figure = z.number().nullable();

/** How often each option was chosen, by the teacher's numbering. */
const Counts = z.record(z.enum(['1', '2', '3', '4', 'none']), z.int());
export type Counts = z.infer<typeof Counts>;

export const ItemFigures = z.object({
  number: z.int(),
  facility: figure,
  standardDeviation: figure,
  randomGuessScore: figure,
  intendedWeight: figure,
  effectiveWeight: figure,
  discriminationIndex: figure,
  discriminativeEfficiency: figure,
  /** Of a question with four options. */
  counts: Counts.optional(),
});
export type ItemFigures = z.infer<typeof ItemFigures>;

/** One of the things that were answered: an option that was ticked, or what was typed. */
const AnsweredAs = z.object({
  /** By its kind; null: all that is not told apart. */
  name: z.string().nullable(),
  /** In Markdown. */
  label: z.string(),
  called: z.string(),
  isRight: z.boolean(),
  count: z.int(),
  /** Of the third with the best totals alone. */
  countOfBest: z.int(),
});
export type AnsweredAs = z.infer<typeof AnsweredAs>;

const ReadingKind = z.enum([
  'too_few',
  'key_may_be_wrong',
  'too_hard',
  'too_easy',
  'does_not_separate',
  'good',
  'everyone',
  'left_out',
]);
export type ReadingKind = z.infer<typeof ReadingKind>;

export const Item = ItemFigures.extend({
  title: z.string(),
  /** Null: exactly four options. */
  kind: KindName.nullable(),
  body: z.unknown(),
  /** What counts as right, as its kind has it. */
  key: z.unknown(),
  marking: Marking,
  answers: z.array(AnsweredAs),
  /** How many answered nothing. */
  none: z.int(),
  /** The last correction of its key, and its figures under the key that the quiz was sat with. */
  correction: z
    .object({
      facilityBefore: figure,
      discriminationIndexBefore: figure,
      reason: z.string(),
      correctedBy: z.string(),
      correctedAt: z.iso.datetime(),
      changed: z.int(),
    })
    .nullable(),
  /** The same question with other numbers is asked of some students; counts are of all forms. */
  hasVariants: z.boolean(),
  reading: z.object({ kind: ReadingKind, sentence: z.string() }),
});
export type Item = z.infer<typeof Item>;
