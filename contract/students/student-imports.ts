import { z } from 'zod';
import { Done, LONG_TEXTS, endpoint, replyOf } from '../http/endpoint.ts';
import { ColumnMatch, ListPreview, ListProblem } from './student-lists.ts';

/**
 * The body is a multipart form with the list as `file`, and optionally `columnMatch` as JSON, `alsoDoubtful` as
 * `true`, and `termId`, the term of the named classes.
 */
export const previewStudents = endpoint({
  method: 'POST',
  path: '/api/v1/students/preview',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  load: 'heavy',
  summary: 'Upload a student list, and preview its import with its problems',
  reply: replyOf(ListPreview),
});

export const StudentImport = z.object({
  importId: z.uuid(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['planned', 'waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Valid lines of the list; null until it is read. */
  rowsTotal: z.int().nullable(),
  rowsDone: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  problems: z.array(ListProblem),
  failureCode: z.string().nullable(),
  failureMessage: z.string().nullable(),
});
export type StudentImport = z.infer<typeof StudentImport>;

const ofImport = z.object({ importId: z.uuid('That import is not known.') });

/** Removes members from earlier lists who are not in this one. */
const endsMissing = z.boolean().default(false);
/** Confirms the removal of more than a tenth of the members. */
const endsMany = z.boolean().default(false);
/** Confirms that the caller knows about the open demo, where anyone can read the list as its admin. */
const intoDemo = z.boolean().default(false);

const named = z.string().max(2000);

export const uploadAll = endpoint({
  method: 'POST',
  path: '/api/v1/auth/uploadall',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Import a student list from the file store',
  body: z.object({
    /** The download link of the list. */
    'student-file': z
      .string('The link of the uploaded file is missing.')
      .min(1, 'The link of the uploaded file is missing.')
      .max(2000, 'Send the link of a file in the storage of this server.'),
    uploadedby: named.optional(),
    id: named.optional(),
    path: named.optional(),
    /** False replies immediately; follow the import with the other calls. */
    wait: z.boolean().default(true),
    /** For another program's list; by default the last match for the same headings. */
    columnMatch: ColumnMatch.optional(),
    /** Imports lines that may be damaged, too. */
    alsoDoubtful: z.boolean().default(false),
    endsMissing,
    endsMany,
    /**
     * The term of the named classes. By default the current term in Asia/Kolkata, then the next to begin, then the
     * latest.
     */
    termId: z.uuid('Choose the term of the classes.').optional(),
  }),
  reply: replyOf(StudentImport),
});

/** Plans the uploaded list again with other decisions. */
export const previewStudentsAgain = endpoint({
  method: 'POST',
  path: '/api/v1/student-imports/:importId/preview',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  load: 'heavy',
  summary:
    'Preview the import of an uploaded list with other columns, another term or its doubtful lines',
  params: ofImport,
  bodyLimit: LONG_TEXTS,
  body: z.object({
    /** Absent: the columns stay as they are read. */
    columnMatch: ColumnMatch.optional(),
    alsoDoubtful: z.boolean().default(false),
    termId: z.uuid('Choose the term of the classes.').optional(),
  }),
  reply: replyOf(ListPreview),
});

export const applyStudentImport = endpoint({
  method: 'POST',
  path: '/api/v1/student-imports/:importId/apply',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Import an uploaded list as it was last previewed',
  params: ofImport,
  body: z.object({ endsMissing, endsMany, intoDemo }),
  reply: replyOf(StudentImport),
});

export const getStudentImport = endpoint({
  method: 'GET',
  path: '/api/v1/student-imports/:importId',
  access: ['admin'],
  right: 'campus',
  summary: 'Get the state and result of an import',
  params: ofImport,
  reply: replyOf(StudentImport),
});

export const cancelStudentImport = endpoint({
  method: 'POST',
  path: '/api/v1/student-imports/:importId/cancel',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Cancel an import that has not finished; nothing is saved',
  params: ofImport,
  reply: Done,
});
