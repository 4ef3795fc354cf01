import { z } from 'zod';
import { Search } from '../search.ts';
import { Audience, EVERYONE, InClass } from '../people/audience.ts';
import { Done, MANY_VALUES, endpoint, replyOf, signedIn } from '../endpoint.ts';
import { readMoment } from '../kolkata-time.ts';
import { After } from '../cursor.ts';
import { LanguageId } from '../running/languages.ts';

const MAX_TEXT_LENGTH = 200_000;
export const MAX_SOURCE_LENGTH = 500_000;
export const MAX_FILES = 20;
const MAX_STARTER_CODE_LENGTH = 100_000;
const DEFAULT_MAX_MARKS = 100;

/** Pending: nothing is handed in. A hand-in after the marks makes it Submitted again. */
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

/** A link to a file of our own storage; empty for none. */
const path = z.string().max(2000, 'The link is too long.').nullable().default('');
const filename = z.string().trim().max(1000, 'The file name is too long.').nullable().default('');

const settings = {
  title: z.string().trim().max(200, 'A title has at most 200 characters.').default(''),
  dueAt,
  /** Null: any language, or no program at all. */
  language: LanguageId.nullable().default(null),
  audience: Audience.default(EVERYONE),
  /** What students find in the Workspace to begin with; in the language that is asked for. */
  starterCode: z
    .string()
    .max(MAX_STARTER_CODE_LENGTH, `Starter code has at most ${MAX_STARTER_CODE_LENGTH} characters.`)
    .default(''),
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

/** As the specification sends it, with what it leaves open beside. */
export const NewAssignment = z
  .object({
    path,
    filename,
    assignment: text,
    /** Who uploads; the token says it, and an admin may name another here. */
    uploadedBy: z.string().max(200).optional(),
    id: z.string().max(64).optional(),
    status: z.literal('Pending', 'A new assignment is Pending.').default('Pending'),
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
  summary: 'Give an assignment to students: a file, a text, or both',
  bodyLimit: MANY_VALUES,
  body: NewAssignment,
  reply: replyOf(z.object({ id: z.uuid() })),
  status: 201,
});

const Counts = z.object({
  /** Students whom it is for. */
  assigned: z.int(),
  submitted: z.int(),
  marked: z.int(),
});

export const ListedAssignment = z.object({
  id: z.uuid(),
  title: z.string(),
  /** The title where there is no file. */
  filename: z.string(),
  /** A download link that works for a while: to the file, or to the text where there is none. */
  path: z.string(),
  updatedAt: z.iso.datetime(),
  /** A student's own; an admin's: how far the class is. */
  status: AssignmentStatus,
  hasText: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  language: z.int().nullable(),
  maxMarks: z.number(),
  /** To a student: of their last hand-in. */
  handedInAt: z.iso.datetime().nullable().optional(),
  isLate: z.boolean().optional(),
  marks: z.number().nullable().optional(),
  /** The class that it is of; absent for the whole campus. */
  classId: z.uuid().optional(),
  /** To an admin. */
  counts: Counts.optional(),
  isWithdrawn: z.boolean().optional(),
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
    'To a student, the assignments of this term for them with their own status; to an admin, those changed last',
  query: z.object({
    /** To an admin: words of the title or the file’s name. */
    search: Search,
    /** To an admin: of this class alone. */
    class: InClass.shape.classId.optional(),
    after: After.optional(),
  }),
  reply: z.object({
    success: z.literal(true),
    result: z.array(ListedAssignment),
    /** What to ask for next, as `after`; only where there are more. */
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

/** What the Workspace shows of an assignment beside the program. */
export const AssignmentStatement = z.object({
  id: z.string(),
  title: z.string(),
  /** Markdown; empty where the assignment is a file. */
  text: z.string(),
  /** What a program begins with; empty for nothing. */
  starterCode: z.string(),
  /** Judge0's number of the language that it asks for; null where any will do. */
  language: z.int().nullable(),
  dueAt: z.iso.datetime().nullable(),
  maxMarks: z.number(),
  filename: z.string(),
  /** Download links that work for a while; empty where there is no file. */
  path: z.string(),
  /** To an admin. */
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
  summary: 'The statement of an assignment that is for the caller',
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
  summary: 'Change an assignment; what was handed in stays',
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
  summary: 'Withdraw an assignment from its students, or give it to them again',
  params: ofAssignment,
  body: z.object({ status: z.enum(['open', 'withdrawn'], 'Choose open or withdrawn.') }),
  reply: Done,
});

/** By its link, which the list gives for an assignment without a file. */
export const getAssignmentText = endpoint({
  method: 'GET',
  path: '/api/v1/assignments/:id/text.md',
  access: 'anyone',
  summary: 'The text of an assignment as a file; by signed link',
  params: ofAssignment,
  query: z.looseObject({ token: z.string().max(200).optional() }),
  reply: z.unknown(),
});
