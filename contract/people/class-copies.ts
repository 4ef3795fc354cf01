import { z } from 'zod';
import { endpoint, replyOf } from '../endpoint.ts';
import { ClassRole, named, ofClass } from './classes.ts';

/** As many quizzes, and as many assignments, as a class may have to be copied at once. */
export const MAX_COPIED = 500;

const moment = z.iso.datetime().nullable();

/** Work as it stands in the copy; null where it has no such time. */
export const CopiedWork = z.object({
  title: z.string(),
  startsAt: moment,
  endsAt: moment,
  newStartsAt: moment,
  newEndsAt: moment,
  /** It was for students who are named, and will be for all of the class. */
  wasForNamed: z.boolean(),
});
export type CopiedWork = z.infer<typeof CopiedWork>;

export const CopyPreview = z.object({
  /** From the start of the one term to that of the other. */
  days: z.int(),
  /** They come as drafts. */
  quizzes: z.array(CopiedWork),
  /** They come withdrawn, with their tests, starter code and files. */
  assignments: z.array(CopiedWork),
  sections: z.array(z.string()),
  /** Who may come along. */
  staff: z.array(z.object({ personId: z.string(), name: z.string(), role: ClassRole })),
  /** They stay behind. */
  students: z.int(),
});
export type CopyPreview = z.infer<typeof CopyPreview>;

export const previewCopy = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/copy',
  access: ['admin'],
  right: { to: 'manageClass', of: 'class' },
  summary: 'What a copy of a class in a term would have, with its dates; writes nothing',
  params: ofClass,
  query: z.object({ term: z.uuid('Choose the term.') }),
  reply: replyOf(CopyPreview),
});

export const copyClass = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/copies',
  access: ['admin'],
  right: { to: 'manageClass', of: 'class' },
  audit: 'kept',
  summary: 'Copy a class to a term, with its work and without its students; the caller owns it',
  params: ofClass,
  body: z.object({
    /** Of the copy, made by who asks: sent again, it is the same copy. */
    copyId: z.uuid(),
    name: named('name of the class', 200),
    termId: z.uuid('Choose the term.'),
    code: z.string().trim().max(100, 'A code has at most 100 characters.').default(''),
    /** Staff of the class who are staff of the copy too. */
    staff: z.array(z.string().trim().min(1).max(64)).max(500).default([]),
  }),
  reply: replyOf(z.object({ classId: z.uuid() })),
  status: 201,
});
