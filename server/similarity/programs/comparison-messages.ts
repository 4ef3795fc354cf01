import { z } from 'zod';

const ProgramToCompare = z.object({
  /** A hand-in id, or a roll number in a test. */
  id: z.string(),
  /** Identifies what was submitted in a test, where an attempt can be reopened; null for a hand-in. */
  version: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  leftFiles: z.array(z.string()),
  isCut: z.boolean(),
});

/** Input of the worker. */
export const ComparisonOrder = z.object({
  groups: z.array(z.object({ languageId: z.int(), programs: z.array(ProgramToCompare) })),
  leftOut: z.array(z.string()),
});
export type ComparisonOrder = z.infer<typeof ComparisonOrder>;

/** Output of the worker: progress, and finally the rows as JSON texts. */
export const ComparisonMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), part: z.number() }),
  z.object({ kind: z.literal('found'), programs: z.string(), pairs: z.string() }),
]);
export type ComparisonMessage = z.infer<typeof ComparisonMessage>;
