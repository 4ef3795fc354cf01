import {
  type ColumnMatch,
  FULL_NAME,
  LIST_HEADINGS,
  type ListHeading,
} from '@vlabs/contract/students/student-lists';
import { findField, headingOf, plainHeading } from './list-columns.ts';

type Target = ListHeading | typeof FULL_NAME;

/**
 * Column names of learning platforms and spreadsheets, most specific first. They are tried after the class list's
 * headings and only suggested to an admin.
 */
const elsewhere: Partial<Record<Target, string[]>> = {
  'First Name': ['first name s', 'firstname', 'first'],
  'Last Name': ['lastname', 'last'],
  [FULL_NAME]: [
    'full name',
    'fullname',
    'student name',
    'name of the student',
    'name of student',
    'student',
    'name',
    'display name',
  ],
  'Roll no': [
    'id number',
    'idnumber',
    'sis user id',
    'student id',
    'student number',
    'student no',
    'registration number',
    'registration no',
    'regd no',
    'reg no',
    'enrolment number',
    'enrollment number',
    'enrolment no',
    'enrollment no',
    'admission no',
    'username',
    'user name',
    'sis login id',
    'login id',
    'id',
  ],
  'Email ID': [
    'student email',
    'e mail address',
    'university email',
    'mail',
    'username',
    'user name',
    'sis login id',
    'login id',
  ],
  'Course opted': ['programme', 'program', 'branch', 'stream'],
  'Mobile No': ['mobile phone', 'cell phone', 'contact number', 'contact no'],
  'Mentor Name': ['tutor', 'faculty mentor', 'advisor', 'adviser'],
  'Parent Mobile No': ['guardian mobile', 'parent phone', 'parents phone', 'guardian phone'],
  'Year of Graduation': ['passing year', 'passout year', 'year of completion'],
  Department: ['dept', 'school'],
};
const everywhere = new Set(Object.values(elsewhere).flat());
/** Columns for the student's class. */
const KEPT = new Set(['section', 'sections', 'group', 'groups']);

/** A column of a file with its first values. */
export interface SampledColumn {
  heading: string;
  samples: string[];
}

/** Counts the known headings among cells, to find the heading line. */
export function countHeadings(cells: string[]): number {
  return cells.filter((cell) => findField(cell) !== null || everywhere.has(plainHeading(cell)))
    .length;
}

/** Suggests the content of each column from its heading and values. */
export function guessColumns(columns: SampledColumn[]): ColumnMatch {
  const read: ColumnMatch['read'] = {};
  for (const target of [...LIST_HEADINGS, FULL_NAME] as const) {
    const [first] = listNamed(columns, target);
    if (first) read[target] = first.heading;
  }
  if (read['First Name'] === undefined) delete read['Last Name'];
  else delete read[FULL_NAME];

  delete read['Email ID'];
  const email = guessEmail(columns);
  if (email) read['Email ID'] = email.heading;
  delete read['Roll no'];
  const rollNumber = guessRollNumber(columns, email);
  if (rollNumber) read['Roll no'] = rollNumber.heading;
  const kept = columns
    .map(({ heading }) => heading)
    .filter((heading) => KEPT.has(plainHeading(heading)));
  return { read, kept };
}

/** Candidates by heading, most specific first. */
function listNamed(columns: SampledColumn[], target: Target): SampledColumn[] {
  const own = columns.filter(({ heading }) => {
    const field = findField(heading);
    return field !== null && headingOf(field) === target;
  });
  const others = (elsewhere[target] ?? []).flatMap((name) => findNamed(columns, name) ?? []);
  return [...own, ...others];
}

const findNamed = (columns: SampledColumn[], plain: string) =>
  columns.find(({ heading }) => plainHeading(heading) === plain);

function guessEmail(columns: SampledColumn[]): SampledColumn | undefined {
  const named = listNamed(columns, 'Email ID');
  const holding = [...named, ...columns].find(({ samples }) => holds(samples, /^[^\s@]+@[^\s@]+$/));
  return holding ?? named.find(({ heading }) => findField(heading) === 'email');
}

function guessRollNumber(
  columns: SampledColumn[],
  email: SampledColumn | undefined,
): SampledColumn | undefined {
  // Canvas has its own numbers in a column named ID.
  const isCanvas = findNamed(columns, 'sis user id') !== undefined;
  const holding = listNamed(columns, 'Roll no')
    .filter(({ heading }) => !isCanvas || plainHeading(heading) !== 'id')
    .find(({ samples }) => holds(samples, /^[^\s@]+$/));
  if (holding) return holding;
  // Google Classroom has no roll numbers, but many addresses begin with one.
  return email && holds(email.samples, /^[^\s@\d]*\d{3}[^\s@]*@/) ? email : undefined;
}

/** Platforms put points or dates above the students, so not all values need to match. */
function holds(samples: string[], form: RegExp): boolean {
  const fitting = samples.filter((text) => form.test(text)).length;
  return fitting > 0 && fitting * 2 >= samples.length;
}
