import { KindName } from '../kinds/kinds.ts';
import { z } from 'zod';
import { Marking } from './key-corrections.ts';

/** Null if undefined. Percentages are 0 to 100. */
const figure = z.number().nullable();

/** How often each option was chosen, by the teacher's numbering. */
const Counts = z.record(z.enum(['1', '2', '3', '4', 'none']), z.int());
export type Counts = z.infer<typeof Counts>;

export const ItemFigures = z.object({
  number: z.int(),
  /** The mean mark. */
  facility: figure,
  /** Students with full points; absent for four options, of which it is the facility. */
  fullyRight: figure.optional(),
  standardDeviation: figure,
  randomGuessScore: figure,
  intendedWeight: figure,
  effectiveWeight: figure,
  discriminationIndex: figure,
  discriminativeEfficiency: figure,
  /** For a question with four options. */
  counts: Counts.optional(),
});
export type ItemFigures = z.infer<typeof ItemFigures>;

/** One answer that students gave: a chosen option, or a typed value. */
const AnsweredAs = z.object({
  /** The name that its kind uses; null for all other answers. */
  name: z.string().nullable(),
  /** Markdown. */
  label: z.string(),
  called: z.string(),
  isRight: z.boolean(),
  count: z.int(),
  /** Among the third of the students with the highest totals. */
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
  /** Null for exactly four options. */
  kind: KindName.nullable(),
  body: z.unknown(),
  /** The correct answer, in the form of its kind. */
  key: z.unknown(),
  marking: Marking,
  answers: z.array(AnsweredAs),
  /** Students without an answer. */
  none: z.int(),
  /** The last correction of its key, and the statistics under the original key. */
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
  /** Some students were asked variants with other numbers; counts include all of them. */
  hasVariants: z.boolean(),
  reading: z.object({ kind: ReadingKind, sentence: z.string() }),
});
export type Item = z.infer<typeof Item>;
