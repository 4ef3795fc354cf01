import { composed } from '../text/canonical.ts';
import { z } from 'zod';
import { Search } from '../http/search.ts';
import { UNKNOWN_PAGE } from '../http/cursor.ts';
import { InClass } from './audience.ts';
import { EmailAddress, FullName, RollNumber } from '../auth/auth.ts';
import { LONG_TEXTS, endpoint, replyOf } from '../http/endpoint.ts';

/** A student with the specification's field names, and further known data. */
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

/** Page size of `getall`. */
export const STUDENTS_IN_ONE_REPLY = 2500;

export const getAllStudents = endpoint({
  method: 'GET',
  path: '/api/v1/auth/getall',
  access: ['admin'],
  right: 'campus',
  summary: 'List all students with the fields and columns of the student list',
  query: z.object({ after: RollNumber.optional() }),
  reply: z.object({
    success: z.literal(true),
    studentsData: z.array(StudentRecord),
    /** Send it as `after` to get the next page; absent on the last page. */
    next: z.string().optional(),
  }),
});

const shortText = z
  .string()
  .overwrite(composed)
  .trim()
  .max(200, 'Shorten this to at most 200 characters.');
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
        heading: z.string().overwrite(composed).trim().min(1).max(200),
        text: z
          .string()
          .overwrite(composed)
          .trim()
          .max(2000, 'Shorten this to at most 2000 characters.'),
      }),
    )
    .max(100),
});
export type StudentDetails = z.infer<typeof StudentDetails>;

/**
 * Data about mentors and parents and additional columns. Visible to campus admins and owners of a class of the
 * student; empty for others.
 */
export const Student = StudentDetails.extend({
  rollNumber: z.string(),
  /** As stored, even if a list of long ago would be invalid today. */
  email: z.string(),
  mentorEmail: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** On a student list, or only self-registered. */
  isListed: z.boolean(),
  /** Registered, not on a list and not confirmed: may use only the Workspace. */
  isGuest: z.boolean(),
  /** Null for a listed student without an account. */
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

const sought = z.string().overwrite(composed).max(2000).optional();

const OfClass = z.object({
  /** Only this class, and this section of it. */
  class: InClass.shape.classId.optional(),
  section: z.uuid().toLowerCase().optional(),
});

const StudentsFound = z.object({ students: z.int(), guests: z.int() });

export const listStudents = endpoint({
  method: 'GET',
  path: '/api/v1/students',
  access: ['admin'],
  right: { to: 'viewWork', of: 'list' },
  summary: 'List students and guests by filters',
  query: OfClass.extend({
    /** Words that all occur in the student's data. */
    search: Search,
    course: sought,
    year: sought,
    mentor: sought,
    account: AccountState.optional(),
    sort: StudentSort.default('roll'),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    /** The `next` of the previous page: a roll number and its sort value. */
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
      /** Only with the first page. */
      counts: z
        .object({
          found: StudentsFound,
          /** All matches that the caller may see in the class and section. */
          all: StudentsFound,
          /** Matches who have not registered. */
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
  summary: 'Get a student or guest',
  params: ofStudent,
  reply: replyOf(Student),
});

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/v1/students/:rollNumber',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Correct a student’s data',
  params: ofStudent,
  bodyLimit: LONG_TEXTS,
  body: StudentDetails,
  reply: replyOf(Student),
});
