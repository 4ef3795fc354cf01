import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { ClassRole, named, ofClass } from './classes.ts';

/** A class with more tests, or more assignments, cannot be copied at once. */
export const MAX_COPIED = 500;

const moment = z.iso.datetime().nullable();

/** Work as it will be in the copy; null if it has no such time. */
export const CopiedWork = z.object({
  title: z.string(),
  startsAt: moment,
  endsAt: moment,
  newStartsAt: moment,
  newEndsAt: moment,
  /** It was for named students, and will be for the whole class. */
  wasForNamed: z.boolean(),
});
export type CopiedWork = z.infer<typeof CopiedWork>;

export const CopyPreview = z.object({
  /** The days from the start of one term to the start of the other. */
  days: z.int(),
  /** Copied as drafts. */
  quizzes: z.array(CopiedWork),
  /** Copied as prepared, so that students see them when a teacher shows them; with test cases, starter code and files. */
  assignments: z.array(CopiedWork),
  sections: z.array(z.string()),
  /** Staff who may be staff of the copy. */
  staff: z.array(z.object({ personId: z.string(), name: z.string(), role: ClassRole })),
  /** Members who are not copied. */
  students: z.int(),
});
export type CopyPreview = z.infer<typeof CopyPreview>;

export const previewCopy = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId/copy',
  access: ['admin'],
  right: { to: 'manageClass', of: 'class' },
  summary: 'Preview the copy of a class in a term, with its dates',
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
    /** The id of the copy, chosen by the caller, so that a repeated call creates it once. */
    copyId: z.uuid(),
    name: named('name of the class', 200),
    termId: z.uuid('Choose the term.'),
    code: z.string().trim().max(100, 'A code has at most 100 characters.').default(''),
    /** Staff of the class who become staff of the copy. */
    staff: z.array(z.string().trim().min(1).max(64)).max(500).default([]),
  }),
  reply: replyOf(z.object({ classId: z.uuid() })),
  status: 201,
});
