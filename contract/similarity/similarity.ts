import { z } from 'zod';
import { LanguageId } from '../runs/languages.ts';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';
import type { Right } from '../http/rights.ts';
import { TaskState } from '../http/tasks.ts';

const moment = z.iso.datetime();
const ofScope: Right = { to: 'analyse', of: 'assignment' };
/** A comparison covers every student who handed in. */
const ofWhole: Right = { to: 'analyse', of: 'assignment', wholeClassOnly: true };
const ofAssignment = z.object({ id: z.uuid('That assignment is not known.') });

/** A fraction from 0 to 1. */
const part = z.number().min(0).max(1);

/** Why a hand-in was not compared. In a test, `unchanged` is the program that the question began with. */
export const NotComparedReason = z.enum([
  'no_program',
  'unchanged',
  'too_short',
  'unreadable',
  'too_many',
]);
export type NotComparedReason = z.infer<typeof NotComparedReason>;

/** A student's hand-in in one language, or the submitted program of a question of a test. */
const ComparedHandIn = z.object({
  /** Null in a test, where each student has one program. */
  handInId: z.uuid().nullable(),
  studentId: z.string(),
  name: z.string(),
  /** Null without a program. */
  language: z.int().nullable(),
  /** Null if it was compared. */
  reason: NotComparedReason.nullable(),
  /** Its files that are not programs. */
  leftFiles: z.array(z.string()),
  /** The fraction that was given, or that most programs share. */
  leftOut: part,
  /** It is longer than the compared part. */
  isCut: z.boolean(),
  /** The similarity of its most similar listed pair; null if it shares nothing. */
  highest: part.nullable(),
});
export type ComparedHandIn = z.infer<typeof ComparedHandIn>;

const SimilarPair = z.object({
  /** Hand-in ids; roll numbers in a test. */
  one: z.string(),
  other: z.string(),
  language: z.int(),
  /** The fraction of both programs together that occurs in both. */
  similarity: part,
  /** The fraction of each program that occurs in the other. */
  partOfOne: part,
  partOfOther: part,
  /** Of the first program. */
  sharedLines: z.int(),
  longestLines: z.int(),
});
export type SimilarPair = z.infer<typeof SimilarPair>;

export const Similarity = z.object({
  title: z.string(),
  /** Students can still change their answers to the test, so it cannot be compared yet. */
  isInProgress: z.boolean(),
  /** False for staff limited to sections, who cannot start a comparison. */
  isOfWhole: z.boolean(),
  /** The last programs and files handed in, or the submitted attempts of a test; compared or not. */
  handIns: z.int(),
  /** The last comparison; null if there was none. */
  comparison: z
    .object({
      /** The id of the task. */
      id: z.uuid(),
      state: TaskState,
      progress: part,
      /** What to do about the failure, in one sentence; empty otherwise. */
      failure: z.string(),
      /** When the results below were found; null if there are none. */
      comparedAt: moment.nullable(),
      /** Hand-ins since then. */
      newer: z.int(),
      /** The starter code or the examples in the statement changed since then. */
      isLeftOutChanged: z.boolean(),
    })
    .nullable(),
  programs: z.array(ComparedHandIn),
  /** Most similar first. */
  pairs: z.array(SimilarPair),
});
export type Similarity = z.infer<typeof Similarity>;

export const getSimilarity = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofScope,
  showsWork: true,
  load: 'heavy',
  summary:
    'Get what the last hand-ins of an assignment share, pair by pair; with sections, only the pairs within them',
  params: ofAssignment,
  reply: replyOf(Similarity),
});

export const startComparison = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'It changes nothing that anybody wrote or was given: it looks at it.' },
  summary: 'Start a comparison of the last hand-ins; previous results stay until it ends',
  params: ofAssignment,
  reply: Done,
});

export const stopComparison = endpoint({
  method: 'DELETE',
  path: '/api/v1/assignments/:id/similarity',
  access: ['admin'],
  right: ofWhole,
  audit: { notKept: 'What was found before stays, and it can be asked for again.' },
  summary: 'Stop a comparison; previous results stay',
  params: ofAssignment,
  reply: Done,
});

const ComparedText = z.object({
  /** Null in a test. */
  handInId: z.uuid().nullable(),
  studentId: z.string(),
  name: z.string(),
  handedInAt: moment,
  /** False in a test. */
  isLate: z.boolean(),
  /** All its files in the language, concatenated. */
  text: z.string(),
});
export type ComparedText = z.infer<typeof ComparedText>;

export const PairView = SimilarPair.omit({ one: true, other: true }).extend({
  title: z.string(),
  one: ComparedText,
  other: ComparedText,
  /** From and to in the first text, then in the second; ordered by the first. */
  fragments: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])),
});
export type PairView = z.infer<typeof PairView>;

export const getSimilarPair = endpoint({
  method: 'GET',
  path: '/api/v1/hand-ins/:handInId/similarity/:otherId',
  access: ['admin'],
  right: { to: 'analyse', of: 'hand-in' },
  showsWork: true,
  load: 'heavy',
  summary: 'Get two programs with the fragments they share',
  params: z.object({
    handInId: z.uuid('That hand-in is not known.'),
    otherId: z.uuid('That hand-in is not known.'),
  }),
  query: z.object({ language: z.coerce.number().pipe(LanguageId) }),
  reply: replyOf(PairView),
});
