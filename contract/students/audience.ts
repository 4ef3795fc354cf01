import { composed } from '../text/canonical.ts';
import { z } from 'zod';
import { RollNumber } from '../auth/auth.ts';

/** Limit of each list of an audience. */
export const MAX_AUDIENCE_NAMES = 5000;

/** Drops blanks; of names that differ only in case, keeps the first. */
const names = (what: string) =>
  z
    .array(z.string().overwrite(composed).trim().max(200, `A ${what} has at most 200 characters.`))
    .max(MAX_AUDIENCE_NAMES, `Name at most ${MAX_AUDIENCE_NAMES} at once.`)
    .transform(withoutRepeats);

/** The class of the work, and the sections it is for. */
export const InClass = z.object({
  classId: z.uuid().toLowerCase(),
  sections: z.array(z.uuid().toLowerCase()).max(100).default([]),
});

/**
 * Who a test or assignment is for. A student belongs to an audience if it is for everyone, or if a list names their
 * course, year of graduation, roll number or section, ignoring case. Work in a class is only for its students.
 */
export const AudienceDraft = z.object({
  everyone: z.boolean(),
  courses: names('course').default([]),
  years: names('year').default([]),
  /** In lower case. */
  rollNumbers: z
    .array(RollNumber.toLowerCase())
    .max(MAX_AUDIENCE_NAMES, `Name at most ${MAX_AUDIENCE_NAMES} at once.`)
    .transform(withoutRepeats)
    .default([]),
  /** Absent if the work is for the whole campus. */
  inClass: InClass.optional(),
});

/** An audience that admits somebody. */
export const Audience = AudienceDraft.refine(
  (audience) => audience.everyone || namesSomeone(audience),
  {
    message: 'Choose an audience: everyone, or at least one course, year or roll number.',
    path: ['everyone'],
  },
);
export type Audience = z.infer<typeof AudienceDraft>;

export const EVERYONE: Audience = { everyone: true, courses: [], years: [], rollNumbers: [] };

/** What determines whether a student belongs to an audience. */
export interface Enrolment {
  rollNumber: string;
  course: string;
  year: string;
  /** Open classes where they are a student now. */
  classes: readonly OwnClass[];
}

interface OwnClass {
  classId: string;
  sections: readonly string[];
}

/** Everything except the roll number. */
export type EnrolmentOf = Omit<Enrolment, 'rollNumber'>;

/** For people who are not students. */
export const NOT_ENROLLED: EnrolmentOf = { course: '', year: '', classes: [] };

export function isInAudience(audience: Audience, student: Enrolment): boolean {
  const { inClass } = audience;
  const own = inClass && student.classes.find(({ classId }) => classId === inClass.classId);
  if (inClass && !own) return false;
  return (
    audience.everyone ||
    (inClass?.sections.some((section) => own?.sections.includes(section)) ?? false) ||
    holds(audience.courses, student.course) ||
    holds(audience.years, student.year) ||
    holds(audience.rollNumbers, student.rollNumber)
  );
}

/** The groups of an audience, named as in the database and in extensions. */
export const EVERYONE_GROUP = 'everyone';
export const groupOfCourse = (course: string) => `course ${course.toLowerCase()}`;
export const groupOfYear = (year: string) => `year ${year.toLowerCase()}`;
export const groupOfPerson = (rollNumber: string) => `person ${rollNumber.toLowerCase()}`;
const ofClass = (classId: string, group: string) => `class ${classId} ${group}`;
export const groupOfSection = (classId: string, sectionId: string) =>
  ofClass(classId, `section ${sectionId}`);

/** The groups of a student, except their own. Groups of a class are prefixed with it, as in the database. */
export function groupsOfStudent({ rollNumber, course, year, classes }: Enrolment): string[] {
  const groups = [
    EVERYONE_GROUP,
    ...(course === '' ? [] : [groupOfCourse(course)]),
    ...(year === '' ? [] : [groupOfYear(year)]),
  ];
  const inClasses = classes.flatMap(({ classId, sections }) => [
    ...[...groups, groupOfPerson(rollNumber)].map((group) => ofClass(classId, group)),
    ...sections.map((section) => groupOfSection(classId, section)),
  ]);
  return [...groups, ...inClasses];
}

function holds(list: string[], name: string): boolean {
  const sought = name.toLowerCase();
  return sought !== '' && list.some((one) => one.toLowerCase() === sought);
}

function namesSomeone({ courses, years, rollNumbers, inClass }: Omit<Audience, 'everyone'>) {
  return [courses, years, rollNumbers, inClass?.sections ?? []].some((list) => list.length > 0);
}

function withoutRepeats(list: string[]): string[] {
  const byLowerCase = new Map<string, string>();
  for (const name of list) {
    const key = name.toLowerCase();
    if (name !== '' && !byLowerCase.has(key)) byLowerCase.set(key, name);
  }
  return [...byLowerCase.values()];
}
