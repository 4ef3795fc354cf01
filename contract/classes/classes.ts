import { canonicalLine } from '../text/canonical.ts';
import { z } from 'zod';
import { Search } from '../http/search.ts';
import { endpoint, replyOf } from '../http/endpoint.ts';
import { After } from '../http/cursor.ts';
import { WireRight, classRoles } from '../http/rights.ts';

export const CLASSES_AT_ONCE = 100;

export const named = (what: string, max: number) =>
  z
    .string()
    .overwrite(canonicalLine)
    .trim()
    .min(1, `Type the ${what}.`)
    .max(max, `A ${what} has at most ${max} characters.`);
/** PostgreSQL has no year 0. */
const Day = z.iso.date('Choose a day.').refine((day) => day >= '0001', 'Choose a day.');
export const ClassRole = z.enum(classRoles);

export const Term = z.object({
  termId: z.uuid(),
  name: z.string(),
  /** Days as YYYY-MM-DD. */
  startsOn: z.string(),
  endsOn: z.string(),
  classes: z.int(),
});
export type Term = z.infer<typeof Term>;

export const listTerms = endpoint({
  method: 'GET',
  path: '/api/v1/terms',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'List terms, latest first',
  reply: replyOf(z.array(Term)),
});

const TermFields = z
  .object({ name: named('name of the term', 100), startsOn: Day, endsOn: Day })
  .refine(({ startsOn, endsOn }) => endsOn > startsOn, {
    message: 'The term ends after it starts.',
    path: ['endsOn'],
  });

export const createTerm = endpoint({
  method: 'POST',
  path: '/api/v1/terms',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Create a term',
  body: TermFields,
  reply: replyOf(Term),
  status: 201,
});

export const changeTerm = endpoint({
  method: 'PUT',
  path: '/api/v1/terms/:termId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Change the name and days of a term',
  params: z.object({ termId: z.uuid() }),
  body: TermFields,
  reply: replyOf(Term),
});

export const Joining = z.enum(['list', 'code', 'closed']);

/** A class in a list. */
export const ClassInList = z.object({
  classId: z.uuid(),
  name: z.string(),
  subject: z.string(),
  /** The code in lists of students; empty if it has none. */
  code: z.string(),
  department: z.string(),
  term: Term.omit({ classes: true }),
  state: z.enum(['open', 'archived']),
  /** The caller's role; null for a campus admin who is not a member. */
  role: ClassRole.nullable(),
  students: z.int(),
});
export type ClassInList = z.infer<typeof ClassInList>;

export const listClasses = endpoint({
  method: 'GET',
  path: '/api/v1/classes',
  access: ['admin'],
  right: { to: 'viewKeys', of: 'list' },
  summary: 'List the classes that the caller teaches; for campus admins, all classes',
  query: z.object({
    /** Words of the name, the subject or the code. */
    search: Search,
    state: z.enum(['open', 'archived']).default('open'),
    term: z.uuid().optional(),
    after: After.optional(),
  }),
  reply: replyOf(z.object({ classes: z.array(ClassInList), next: z.string().nullable() })),
});

export const listOwnClasses = endpoint({
  method: 'GET',
  path: '/api/v1/my-classes',
  access: ['student'],
  openDuringTests: 'Names of classes.',
  summary: 'List a student’s open classes and who teaches them',
  reply: replyOf(
    z.array(
      ClassInList.omit({ students: true, code: true }).extend({
        sections: z.array(z.string()),
        teachers: z.array(z.string()),
      }),
    ),
  ),
});

const ClassFields = z.object({
  name: named('name of the class', 200),
  subject: named('subject', 200),
  termId: z.uuid('Choose the term.'),
  code: z.string().trim().max(100, 'A code has at most 100 characters.').default(''),
  department: z.string().trim().max(200).default(''),
});

export const createClass = endpoint({
  method: 'POST',
  path: '/api/v1/classes',
  access: ['admin'],
  right: 'teach',
  audit: 'kept',
  summary: 'Create a class; the caller becomes its owner',
  body: ClassFields,
  reply: replyOf(z.object({ classId: z.uuid() })),
  status: 201,
});

export const ofClass = z.object({ classId: z.uuid() });

export const Section = z.object({ sectionId: z.uuid(), name: z.string(), students: z.int() });

/** The amount of work in a class, and of unmarked hand-ins. */
export const WorkFigures = z.object({
  quizzes: z.int(),
  assignments: z.int(),
  handIns: z.int(),
  toMark: z.int(),
});
export type WorkFigures = z.infer<typeof WorkFigures>;

export const ClassDetails = ClassInList.extend({
  joining: Joining,
  /** For assistants with sections, submissions of these. */
  work: WorkFigures,
  sections: z.array(Section),
  /** Students may step through programs for its assignments. */
  canStep: z.boolean(),
  /** What the caller may do in the class. */
  rights: z.array(WireRight),
});
export type ClassDetails = z.infer<typeof ClassDetails>;

export const getClass = endpoint({
  method: 'GET',
  path: '/api/v1/classes/:classId',
  access: ['admin'],
  right: { to: 'viewWork', of: 'class' },
  summary: 'Get a class with its sections',
  params: ofClass,
  reply: replyOf(ClassDetails),
});

export const changeClass = endpoint({
  method: 'PUT',
  path: '/api/v1/classes/:classId',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Change the name and term of a class',
  params: ofClass,
  body: ClassFields,
  reply: replyOf(ClassDetails),
});

export const setClassStepping = endpoint({
  method: 'PUT',
  path: '/api/v1/classes/:classId/stepping',
  access: ['admin'],
  right: { to: 'edit', of: 'class' },
  audit: 'kept',
  summary: 'Let students step through programs for the assignments of a class, or not',
  params: ofClass,
  body: z.object({ canStep: z.boolean() }),
  reply: replyOf(ClassDetails),
});

export const archiveClass = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/state',
  access: ['admin'],
  right: { to: 'manageClass', of: 'class' },
  audit: 'kept',
  summary: 'Archive a class, which makes it read-only, or reopen it',
  params: ofClass,
  body: z.object({ state: z.enum(['open', 'archived']) }),
  reply: replyOf(ClassDetails),
});

const Joined = z.object({
  joining: Joining,
  /** Null if students join without a code, or it cannot be shown. */
  joinCode: z.string().nullable(),
});
export type Joined = z.infer<typeof Joined>;

export const setJoining = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/joining',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Set how students join a class; a new code replaces the previous one',
  params: ofClass,
  body: z.object({ joining: Joining }),
  reply: replyOf(Joined),
});

export const showJoinCode = endpoint({
  method: 'POST',
  path: '/api/v1/classes/:classId/joining/code',
  access: ['admin'],
  right: { to: 'enrol', of: 'class' },
  audit: 'kept',
  summary: 'Show the valid join code of a class; null for codes of earlier versions',
  params: ofClass,
  reply: replyOf(Joined),
});

export const joinClass = endpoint({
  method: 'POST',
  path: '/api/v1/my-classes',
  access: ['student'],
  openDuringTests: 'Names of classes.',
  summary: 'Join a class with its code',
  body: z.object({ code: z.string().trim().min(1, 'Type the code.').max(100) }),
  reply: replyOf(z.object({ classId: z.uuid(), name: z.string() })),
});
