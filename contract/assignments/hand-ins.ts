import { MarkVersion } from './mark-version.ts';
import { z } from 'zod';
import { AssignmentStatus, MAX_FILES, MAX_SOURCE_LENGTH } from './assignments.ts';
import { LanguageId } from '../runs/languages.ts';
import { LinkToken } from '../files/files.ts';
import { Done, endpoint, replyOf, signedIn, textsOf } from '../http/endpoint.ts';

/** A hand-in: the program from the Workspace, a text, or files that are already uploaded. */
export const NewHandIn = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('program'),
      language: LanguageId,
      source: z
        .string('Write a program first.')
        .max(MAX_SOURCE_LENGTH, `A program has at most ${MAX_SOURCE_LENGTH} characters.`)
        .refine((source) => source.trim() !== '', 'Write a program first.'),
    }),
    z.object({
      kind: z.literal('text'),
      text: z
        .string('Write your answer first.')
        .max(200_000, 'An answer has at most 200000 characters.')
        .refine((text) => text.trim() !== '', 'Write your answer first.'),
    }),
    z.object({
      kind: z.literal('files'),
      /** Links of the caller's own files in the bucket `submissions`. */
      paths: z
        .array(z.string().max(2000))
        .min(1, 'Choose a file first.')
        .max(MAX_FILES, `Hand in at most ${MAX_FILES} files; put more into one ZIP file.`),
    }),
  ],
  'Hand in a program, a text or files.',
);
export type NewHandIn = z.input<typeof NewHandIn>;

export const HandIn = z.object({
  handInId: z.uuid(),
  /** From 1; the highest counts. */
  version: z.int(),
  kind: z.enum(['program', 'text', 'files']),
  language: z.int().nullable(),
  source: z.string().nullable(),
  text: z.string().nullable(),
  /** Both are omitted if the reply would have too much text; request this version by itself. */
  isCut: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      mimeType: z.string(),
      sizeBytes: z.int(),
      /** Temporary links. */
      path: z.string(),
      viewPath: z.string(),
    }),
  ),
  handedInAt: z.iso.datetime(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  comment: z.string(),
  markedAt: z.iso.datetime().nullable(),
  markedBy: z.string().nullable(),
  /** How often marks and comment were saved. */
  markVersion: z.int(),
});
export type HandIn = z.infer<typeof HandIn>;

const ofAssignment = z.object({ id: z.string() });

export const createHandIn = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/hand-ins',
  access: ['student'],
  openDuringTests: 'Handing in stays possible; nothing stored is returned.',
  summary: 'Hand in, or hand in again as a new version',
  params: ofAssignment,
  bodyLimit: textsOf(MAX_SOURCE_LENGTH),
  body: NewHandIn,
  reply: replyOf(
    z.object({
      handInId: z.uuid(),
      version: z.int(),
      handedInAt: z.iso.datetime(),
      isLate: z.boolean(),
    }),
  ),
  status: 201,
});

/** A student in the list of an assignment. */
export const HandInRow = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  status: AssignmentStatus,
  handInId: z.uuid().nullable(),
  version: z.int().nullable(),
  kind: z.enum(['program', 'text', 'files']).nullable(),
  handedInAt: z.iso.datetime().nullable(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  /** Results of the test cases, once they have run. */
  testPoints: z.number().nullable(),
  testMaxPoints: z.number().nullable(),
});
export type HandInRow = z.infer<typeof HandInRow>;

export const listHandIns = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/hand-ins',
  access: ['admin'],
  right: { to: 'viewWork', of: 'assignment' },
  showsWork: true,
  summary: 'List the students an assignment is for, and everyone who handed in',
  params: ofAssignment,
  reply: replyOf(
    z.object({
      title: z.string(),
      maxMarks: z.number(),
      dueAt: z.iso.datetime().nullable(),
      /** A temporary link to a ZIP file of everything listed. */
      archivePath: z.string(),
      students: z.array(HandInRow),
    }),
  ),
});

export const getHandIns = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/hand-ins/:studentId',
  access: signedIn,
  right: { to: 'viewWork', of: 'assignment' },
  showsWork: true,
  summary: 'List all versions that a student handed in, newest first; students see their own',
  params: z.object({ id: z.string(), studentId: z.string() }),
  query: z.object({
    /** Only this version, with its texts. */
    version: z.coerce.number('version is a number.').int().min(1).max(1_000_000_000).optional(),
  }),
  reply: replyOf(z.object({ studentId: z.string(), name: z.string(), versions: z.array(HandIn) })),
});

export const markHandIn = endpoint({
  method: 'PUT',
  path: '/api/v1/hand-ins/:handInId/mark',
  access: ['admin'],
  right: { to: 'grade', of: 'hand-in' },
  audit: 'kept',
  summary: 'Give marks and a comment to a student’s last hand-in; null removes the marks',
  params: z.object({ handInId: z.uuid('That hand-in is not known.') }),
  body: z.object({
    marks: z.number('Marks are a number.').min(0, 'Marks are 0 or more.').nullable(),
    comment: z.string().max(10_000, 'A comment has at most 10000 characters.').default(''),
    markVersion: MarkVersion,
  }),
  reply: Done,
});

/** Opened with the signed link from the list. */
export const getHandInArchive = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/hand-ins.zip',
  access: 'anyone',
  openDuringTests: 'It is for teachers.',
  audit: 'kept',
  load: 'heavy',
  summary:
    'Download the last hand-ins of an assignment as a ZIP file; with a token or a signed link',
  params: ofAssignment,
  query: z.looseObject({ token: LinkToken.optional() }),
  reply: z.unknown(),
});

export const listOwnMarks = endpoint({
  method: 'GET',
  path: '/api/v1/marks',
  access: ['student'],
  summary: 'List marks and comments of a student’s five last marked hand-ins',
  reply: replyOf(
    z.array(
      z.object({
        assignmentId: z.uuid(),
        title: z.string(),
        marks: z.number(),
        maxMarks: z.number(),
        comment: z.string(),
      }),
    ),
  ),
});
