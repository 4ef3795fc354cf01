import { canonicalLine } from '../text/canonical.ts';
import { z } from 'zod';
import { LinkToken } from '../files/files.ts';
import { Search } from '../http/search.ts';
import { Audience, EVERYONE, InClass } from '../students/audience.ts';
import { Done, MANY_VALUES, endpoint, replyOf, signedIn } from '../http/endpoint.ts';
import { readMoment } from '../text/kolkata-time.ts';
import { After } from '../http/cursor.ts';
import { LanguageId } from '../runs/languages.ts';
import { Prepared, ShowFrom } from './prepared.ts';

const MAX_TEXT_LENGTH = 200_000;
export const MAX_SOURCE_LENGTH = 500_000;
export const MAX_FILES = 20;
const MAX_STARTER_CODE_LENGTH = 100_000;
const DEFAULT_MAX_MARKS = 100;

/** `Pending` before the first hand-in; `Submitted` again after a hand-in that follows the marks. */
export const AssignmentStatus = z.enum(['Pending', 'Submitted', 'Marked']);
export type AssignmentStatus = z.infer<typeof AssignmentStatus>;

const dueAt = z
  .string()
  .trim()
  .nullable()
  .default(null)
  .transform((text, context) => {
    if (text === null || text === '') return null;
    const moment = readMoment(text);
    if (moment !== null) return moment;
    context.addIssue({ code: 'custom', message: 'The due time is a date with a time.' });
    return z.NEVER;
  });

const text = z
  .string()
  .max(MAX_TEXT_LENGTH, `The text has at most ${MAX_TEXT_LENGTH} characters.`)
  .default('');

/** A link to a file in our storage, or empty. */
const path = z.string().max(2000, 'The link is too long.').nullable().default('');
const filename = z.string().trim().max(1000, 'The file name is too long.').nullable().default('');

const settings = {
  title: z
    .string()
    .overwrite(canonicalLine)
    .trim()
    .max(200, 'A title has at most 200 characters.')
    .default(''),
  dueAt,
  /** The required language; null accepts any language, or work that is not a program. */
  language: LanguageId.nullable().default(null),
  audience: Audience.default(EVERYONE),
  /** What the Workspace opens with; in the required language. */
  starterCode: z
    .string()
    .max(MAX_STARTER_CODE_LENGTH, `Starter code has at most ${MAX_STARTER_CODE_LENGTH} characters.`)
    .default(''),
  /** Students may step through programs for it, if its class allows it. */
  canStep: z.boolean().default(true),
  maxMarks: z
    .number('Full marks are a number.')
    .gt(0, 'Full marks are more than 0.')
    .max(10_000, 'Full marks are at most 10000.')
    .default(DEFAULT_MAX_MARKS),
};

const saysSomething = (form: { path: string | null; text: string }) =>
  (form.path ?? '').trim() !== '' || form.text.trim() !== '';
const CHOOSE_SOMETHING = {
  message: 'Choose a file or type the question text.',
  path: ['assignment'],
};

const hasLanguageForStarter = (form: { starterCode: string; language: number | null }) =>
  form.starterCode.trim() === '' || form.language !== null;
const CHOOSE_LANGUAGE = {
  message: 'Choose the language of the starter code.',
  path: ['language'],
};

/** The specification's fields, plus what it leaves open. */
export const NewAssignment = z
  .object({
    path,
    filename,
    assignment: text,
    /** The uploader comes from the token; an admin may name another person. */
    uploadedBy: z.string().max(200).optional(),
    id: z.string().max(64).optional(),
    status: z.literal('Pending', 'A new assignment is Pending.').default('Pending'),
    showFrom: ShowFrom.prefault('now'),
    ...settings,
  })
  .refine((form) => saysSomething({ path: form.path, text: form.assignment }), CHOOSE_SOMETHING)
  .refine(hasLanguageForStarter, CHOOSE_LANGUAGE);

export const createAssignment = endpoint({
  method: 'POST',
  path: '/api/v1/auth/create-assignment',
  access: ['admin'],
  right: { to: 'edit', of: 'list' },
  audit: 'kept',
  summary: 'Create an assignment from a file, a text or both',
  bodyLimit: MANY_VALUES,
  body: NewAssignment,
  reply: replyOf(z.object({ id: z.uuid() })),
  status: 201,
});

const Counts = z.object({
  /** The students it is for. */
  assigned: z.int(),
  submitted: z.int(),
  marked: z.int(),
});

export const ListedAssignment = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Used if there is no file. */
  filename: z.string(),
  /** A temporary download link to the file, or to the text if there is no file. */
  path: z.string(),
  updatedAt: z.iso.datetime(),
  /** For a student, their own status; for an admin, the progress of the class. */
  status: AssignmentStatus,
  hasText: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  language: z.int().nullable(),
  maxMarks: z.number(),
  /** For students: of their last hand-in. */
  handedInAt: z.iso.datetime().nullable().optional(),
  isLate: z.boolean().optional(),
  marks: z.number().nullable().optional(),
  /** Its class; absent if it is for the whole campus. */
  classId: z.uuid().optional(),
  /** For admins. */
  counts: Counts.optional(),
  /** Students do not see it. */
  isWithdrawn: z.boolean().optional(),
  /** Present until students are shown it for the first time, or again. */
  prepared: Prepared.optional(),
  createdAt: z.iso.datetime().optional(),
  uploadedBy: z.string().optional(),
});
export type ListedAssignment = z.infer<typeof ListedAssignment>;

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/v1/auth/getallassignments',
  access: signedIn,
  right: { to: 'viewKeys', of: 'list' },
  summary:
    "List assignments: for a student, this term's with their own status; for an admin, the last changed",
  query: z.object({
    /** For admins: words of the title or file name. */
    search: Search,
    /** For admins: only this class. */
    class: InClass.shape.classId.optional(),
    after: After.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    result: z.array(ListedAssignment),
    /** Send it as `after` to get the next page; absent on the last page. */
    next: z.string().optional(),
  }),
});

export const AssignmentTotals = Counts.extend({ uploaded: z.int() });

export const getAssignmentTotals = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/totals',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  summary: 'Counts over all assignments that are not withdrawn',
  reply: replyOf(AssignmentTotals),
});

/** What the Workspace shows about an assignment. */
export const AssignmentStatement = z.object({
  id: z.string(),
  title: z.string(),
  /** Markdown; empty if the assignment is a file. */
  text: z.string(),
  /** The initial program; may be empty. */
  starterCode: z.string(),
  /** Judge0's number of the required language; null accepts any. */
  language: z.int().nullable(),
  /** Students may step through programs for it: for students, if its class allows it too. */
  canStep: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  maxMarks: z.number(),
  filename: z.string(),
  /** Temporary download links; empty without a file. */
  path: z.string(),
  /** For admins. */
  audience: Audience.optional(),
  isWithdrawn: z.boolean().optional(),
});
export type AssignmentStatement = z.infer<typeof AssignmentStatement>;

const ofAssignment = z.object({ id: z.string() });

export const getAssignment = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id',
  access: signedIn,
  right: { to: 'viewKeys', of: 'assignment' },
  summary: 'Get the statement of an assignment',
  params: ofAssignment,
  reply: replyOf(AssignmentStatement),
});

export const ChangedAssignment = z
  .object({ path, filename, text, ...settings })
  .refine(saysSomething, { ...CHOOSE_SOMETHING, path: ['text'] })
  .refine(hasLanguageForStarter, CHOOSE_LANGUAGE);

export const changeAssignment = endpoint({
  method: 'PUT',
  path: '/api/v1/assignments/:id',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: 'kept',
  summary: 'Change an assignment and keep its hand-ins',
  params: ofAssignment,
  bodyLimit: MANY_VALUES,
  body: ChangedAssignment,
  reply: Done,
});

export const setAssignmentStatus = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/status',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: 'kept',
  summary: 'Withdraw an assignment from its students, or restore it',
  params: ofAssignment,
  body: z.object({ status: z.enum(['open', 'withdrawn'], 'Choose open or withdrawn.') }),
  reply: Done,
});

/** Opened with the signed link from the list, for assignments without a file. */
export const getAssignmentText = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/text.md',
  access: 'anyone',
  openDuringTests: 'Its handler asks whether the work of the link’s reader is open.',
  summary: 'Download the text of an assignment, with a signed link',
  params: ofAssignment,
  query: z.looseObject({ token: LinkToken.optional() }),
  reply: z.unknown(),
});
