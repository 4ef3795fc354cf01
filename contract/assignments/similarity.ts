import { z } from 'zod';
import { LanguageId } from '../running/languages.ts';
import { Done, endpoint, replyOf } from '../endpoint.ts';
import type { Right } from '../rights.ts';
import { TaskState } from '../tasks.ts';

const moment = z.iso.datetime();
const ofScope: Right = { to: 'analyse', of: 'assignment' };
/** What is compared is of all who handed in. */
const ofWhole: Right = { to: 'analyse', of: 'assignment', wholeClassOnly: true };
const ofAssignment = z.object({ id: z.uuid('That assignment is not known.') });

/** A part from 0 to 1. */
const part = z.number().min(0).max(1);

/** Why a hand-in was not compared. */
export const NotComparedReason = z.enum(['no_program', 'too_short', 'unreadable', 'too_many']);
export type NotComparedReason = z.infer<typeof NotComparedReason>;

/** One student's hand-in, once for each language in it. */
const ComparedHandIn = z.object({
  handInId: z.uuid(),
  studentId: z.string(),
  name: z.string(),
  /** Null where there is no program. */
  language: z.int().nullable(),
  /** Null: it was compared. */
  reason: NotComparedReason.nullable(),
  /** Files of it that are no program. */
  leftFiles: z.array(z.string()),
  /** Part of it that was given, or that most share. */
  leftOut: part,
  /** It is longer than what is compared. */
  isCut: z.boolean(),
  /** Of the pair that is shown in which it is most similar to another; null where it shares nothing. */
  highest: part.nullable(),
});
export type ComparedHandIn = z.infer<typeof ComparedHandIn>;

const SimilarPair = z.object({
  /** Hand-ins. */
  one: z.uuid(),
  other: z.uuid(),
  language: z.int(),
  /** Part of both programs together that stands in both. */
  similarity: part,
  /** Part of each that stands in the other as well. */
  partOfOne: part,
  partOfOther: part,
  /** Of the first. */
  sharedLines: z.int(),
  longestLines: z.int(),
});
export type SimilarPair = z.infer<typeof SimilarPair>;

const Similarity = z.object({
  title: z.string(),
  /** Of everybody who has the assignment: who sees some sections alone starts no comparison. */
  isOfWhole: z.boolean(),
  /** Programs and files handed in last, whether compared or not. */
  handIns: z.int(),
  /** Of the comparison that was asked for last; null: there was none. */
  comparison: z
    .object({
      state: TaskState,
      progress: part,
      /** What to do about it, in a sentence; empty unless it failed. */
      failure: z.string(),
      /** When what follows was found; null: nothing was found yet. */
      comparedAt: moment.nullable(),
      /** Hand-ins that came since. */
      newer: z.int(),
      /** The starter code or the examples in the statement were changed since. */
      isLeftOutChanged: z.boolean(),
    })
    .nullable(),
  programs: z.array(ComparedHandIn),
  /** The most similar first. */
  pairs: z.array(SimilarPair),
});
export type Similarity = z.infer<typeof Similarity>;

export const getSimilarity = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofScope,
  load: 'heavy',
  summary:
    'What the programs handed in last to an assignment share, pair by pair; of sections, the pairs within them',
  params: ofAssignment,
  reply: replyOf(Similarity),
});

export const startComparison = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'It changes nothing that anybody wrote or was given: it looks at it.' },
  summary: 'Compare the programs handed in last; what was found before stays until it is done',
  params: ofAssignment,
  reply: Done,
});

export const stopComparison = endpoint({
  method: 'DELETE',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'What was found before stays, and it can be asked for again.' },
  summary: 'Stop a comparison that is under way; what was found before stays',
  params: ofAssignment,
  reply: Done,
});

const ComparedText = z.object({
  handInId: z.uuid(),
  studentId: z.string(),
  name: z.string(),
  handedInAt: moment,
  isLate: z.boolean(),
  /** All its files of the language, one after the other. */
  text: z.string(),
});
export type ComparedText = z.infer<typeof ComparedText>;

const PairView = SimilarPair.omit({ one: true, other: true }).extend({
  title: z.string(),
  one: ComparedText,
  other: ComparedText,
  /** From and to in the first text, then in the second; in the order of the first. */
  fragments: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])),
});
export type PairView = z.infer<typeof PairView>;

export const getSimilarPair = endpoint({
  method: 'GET',
  path: '/api/v1/hand-ins/:handInId/similarity/:otherId',
  access: ['admin'],
  right: { to: 'analyse', of: 'hand-in' },
  load: 'heavy',
  summary: 'Two programs with what they share',
  params: z.object({
    handInId: z.uuid('That hand-in is not known.'),
    otherId: z.uuid('That hand-in is not known.'),
  }),
  query: z.object({ language: z.coerce.number().pipe(LanguageId) }),
  reply: replyOf(PairView),
});
