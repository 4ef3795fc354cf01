import { z } from 'zod';
import { Search } from '../search.ts';
import { UNKNOWN_PAGE } from '../cursor.ts';
import { InClass } from './audience.ts';
import { EmailAddress, FullName, RollNumber } from './auth.ts';
import { Done, LONG_TEXTS, endpoint, replyOf } from '../endpoint.ts';
import { ColumnMatch, ListPreview, ListProblem } from './student-lists.ts';

/** A student as the specification names their fields, with what else is known of them. */
export const StudentRecord = z.looseObject({
  'First Name': z.string(),
  'Last Name': z.string(),
  'Roll no': z.string(),
  'Course opted': z.string(),
  'Email ID': z.string(),
  'Mobile No': z.string(),
  'Mentor Name': z.string(),
  'Parent Mobile No': z.string(),
  'Year of Graduation': z.string(),
  'Mentor Email ID': z.string(),
  Department: z.string(),
});

/** As many as one reply of `getall` has: more would not be read in useful time. */
export const STUDENTS_IN_ONE_REPLY = 2500;

export const getAllStudents = endpoint({
  method: 'GET',
  path: '/api/v1/auth/getall',
  access: ['admin'],
  right: 'campus',
  summary: 'Every student, with the fields and columns of the student list',
  query: z.object({ after: RollNumber.optional() }),
  reply: z.object({
    success: z.literal(true),
    studentsData: z.array(StudentRecord),
    /** Where there are more: `after` of the call that has them. */
    next: z.string().optional(),
  }),
});

/**
 * The body is a multipart form with the list as `file`, and where they are needed `columnMatch` as
 * JSON, `alsoDoubtful` as `true`, and `termId`, the term of the classes that the list names.
 */
export const previewStudents = endpoint({
  method: 'POST',
  path: '/api/v1/students/preview',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  load: 'heavy',
  summary: 'What an import of a student list would do, and what is wrong with it; writes nothing',
  reply: replyOf(ListPreview),
});

export const StudentImport = z.object({
  importId: z.uuid(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Good lines of the list; null until it is read. */
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

const named = z.string().max(2000);

export const uploadAll = endpoint({
  method: 'POST',
  path: '/api/v1/auth/uploadall',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Import a student list that lies in our own storage',
  body: z.object({
    /** The download link of the list. */
    'student-file': z
      .string('The link of the uploaded file is missing.')
      .min(1, 'The link of the uploaded file is missing.')
      .max(2000, 'Send the link of a file in the storage of this server.'),
    uploadedby: named.optional(),
    id: named.optional(),
    path: named.optional(),
    /** False: answer at once, and let the import be watched. */
    wait: z.boolean().default(true),
    /** For the list of another program; that which was used last for its headings where it is not said. */
    columnMatch: ColumnMatch.optional(),
    /** True: lines that may lose something are written too. */
    alsoDoubtful: z.boolean().default(false),
    /** True: who is in a class by an earlier list, and not named by this one, leaves it. */
    endsMissing: z.boolean().default(false),
    /** True: so it is where they are more than a tenth. */
    endsMany: z.boolean().default(false),
    /**
     * The term of the classes that the list names. Where it is not said: the term that contains today in
     * Asia/Kolkata, else the next to begin, else the latest.
     */
    termId: z.uuid('Choose the term of the classes.').optional(),
    /** True: the caller knows that the demo is open, so that anyone may read the list as its admin. */
    intoDemo: z.boolean().default(false),
  }),
  reply: replyOf(StudentImport),
});

const ofImport = z.object({ importId: z.uuid('That import is not known.') });

export const getStudentImport = endpoint({
  method: 'GET',
  path: '/api/v1/student-imports/:importId',
  access: ['admin'],
  right: 'campus',
  summary: 'How it stands with an import of a student list, and what became of it',
  params: ofImport,
  reply: replyOf(StudentImport),
});

export const cancelStudentImport = endpoint({
  method: 'POST',
  path: '/api/v1/student-imports/:importId/cancel',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Stop an import that has not finished; nothing of it is kept',
  params: ofImport,
  reply: Done,
});

const shortText = z.string().trim().max(200, 'Shorten this to at most 200 characters.');
const optionalEmail = z.union(
  [z.string().trim().pipe(z.literal('')), EmailAddress],
  'Enter a valid email address, like name@example.edu.',
);

export const StudentDetails = z.object({
  name: FullName,
  email: optionalEmail,
  course: shortText,
  mobile: shortText,
  mentorName: shortText,
  mentorEmail: optionalEmail,
  department: shortText,
  parentMobile: shortText,
  graduationYear: shortText,
  other: z
    .array(
      z.object({
        heading: z.string().trim().min(1).max(200),
        text: z.string().trim().max(2000, 'Shorten this to at most 2000 characters.'),
      }),
    )
    .max(100),
});
export type StudentDetails = z.infer<typeof StudentDetails>;

/**
 * What lists say of mentors and parents, and in columns of their own, is for campus admins and for owners of a class
 * of the student: to others it is empty.
 */
export const Student = StudentDetails.extend({
  rollNumber: z.string(),
  /** As they stand, checked or not: lists of long ago are shown as they are. */
  email: z.string(),
  mentorEmail: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** On a student list, or registered by themselves alone. */
  isListed: z.boolean(),
  /** Registered, on no list, and confirmed by nobody: may use the Workspace alone. */
  isGuest: z.boolean(),
  /** Null: on the list, but has no account yet. */
  registeredAt: z.iso.datetime().nullable(),
  disabledAt: z.iso.datetime().nullable(),
});
export type Student = z.infer<typeof Student>;

export const AccountState = z.enum(['Registered', 'Guest', 'Not registered yet', 'Disabled']);
export type AccountState = z.infer<typeof AccountState>;

export function accountStateOf(
  student: Pick<Student, 'registeredAt' | 'disabledAt' | 'isGuest'>,
): AccountState {
  if (student.disabledAt !== null) return 'Disabled';
  if (student.isGuest) return 'Guest';
  return student.registeredAt === null ? 'Not registered yet' : 'Registered';
}

export const StudentSort = z.enum([
  'roll',
  'name',
  'account',
  'course',
  'email',
  'mobile',
  'mentor',
  'parent',
  'year',
]);
export type StudentSort = z.infer<typeof StudentSort>;

export const STUDENTS_AT_ONCE = 100;
export const MAX_STUDENTS_AT_ONCE = 1000;

const sought = z.string().max(2000).optional();

const OfClass = z.object({
  /** Of this class alone, and of this section of it. */
  class: InClass.shape.classId.optional(),
  section: z.uuid().toLowerCase().optional(),
});

const StudentsFound = z.object({ students: z.int(), guests: z.int() });

export const listStudents = endpoint({
  method: 'GET',
  path: '/api/v1/students',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  summary: 'Students and guests that filters leave, page by page',
  query: OfClass.extend({
    /** Words of which each is found somewhere in what is known of the student. */
    search: Search,
    course: sought,
    year: sought,
    mentor: sought,
    account: AccountState.optional(),
    sort: StudentSort.default('roll'),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    /** What `next` of the page before said: a roll number, and what its row was sorted by. */
    after: z.string().regex(/^\S+ /, UNKNOWN_PAGE).max(2200, UNKNOWN_PAGE).optional(),
    max: z.coerce.number().int().min(1).max(MAX_STUDENTS_AT_ONCE).default(STUDENTS_AT_ONCE),
  }).refine((asked) => asked.section === undefined || asked.class !== undefined, {
    message: 'Choose the class of the section.',
    path: ['class'],
  }),
  reply: replyOf(
    z.object({
      students: z.array(Student),
      next: z.string().nullable(),
      /** With the first page alone. */
      counts: z
        .object({
          found: StudentsFound,
          /** Of whom the filters find them: those whom the caller may see, in the class and section asked for. */
          all: StudentsFound,
          /** Of those found, who is to register yet. */
          unregistered: z.int(),
        })
        .nullable(),
    }),
  ),
});

const ofStudent = z.object({ rollNumber: RollNumber });

export const getStudent = endpoint({
  method: 'GET',
  path: '/api/v1/students/:rollNumber',
  access: ['admin'],
  right: { to: 'viewWork', of: 'student' },
  summary: 'One student or guest',
  params: ofStudent,
  reply: replyOf(Student),
});

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/v1/students/:rollNumber',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Correct what is known of a student',
  params: ofStudent,
  bodyLimit: LONG_TEXTS,
  body: StudentDetails,
  reply: replyOf(Student),
});
