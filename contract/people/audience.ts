import { z } from 'zod';
import { RollNumber } from './auth.ts';

/** As many names as one list of an audience may hold. */
export const MAX_AUDIENCE_NAMES = 5000;

/** Blank names fall away; of names that differ only in case the first is kept. */
const names = (what: string) =>
  z
    .array(z.string().trim().max(200, `A ${what} has at most 200 characters.`))
    .max(MAX_AUDIENCE_NAMES, `Name at most ${MAX_AUDIENCE_NAMES} at once.`)
    .transform(withoutRepeats);

/** The class that work belongs to, and those of its sections that it is for. */
export const InClass = z.object({
  classId: z.uuid().toLowerCase(),
  sections: z.array(z.uuid().toLowerCase()).max(100).default([]),
});

/**
 * For whom a quiz or an assignment is, as far as it is chosen. A student belongs if it is for everyone, or if one of the
 * lists names their course, their year of graduation, their roll number or their section, whatever the case; of work in a
 * class only its students do.
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
  /** Without it the work is for the whole campus. */
  inClass: InClass.optional(),
});

/** For whom a quiz or an assignment is: for somebody. */
export const Audience = AudienceDraft.refine(
  (audience) => audience.everyone || namesSomeone(audience),
  {
    message: 'Choose for whom it is: everyone, or at least one course, year or roll number.',
    path: ['everyone'],
  },
);
export type Audience = z.infer<typeof AudienceDraft>;

export const EVERYONE: Audience = { everyone: true, courses: [], years: [], rollNumbers: [] };

/** What of a student decides whether something is for them. */
export interface Enrolment {
  rollNumber: string;
  course: string;
  year: string;
  /** Open classes in which they are a student now. */
  classes: readonly OwnClass[];
}

interface OwnClass {
  classId: string;
  sections: readonly string[];
}

/** What decides beside the roll number. */
export type EnrolmentOf = Omit<Enrolment, 'rollNumber'>;

/** Of who is no student. */
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

/** The groups that an audience may name, as the database and extensions of time call them. */
export const EVERYONE_GROUP = 'everyone';
export const groupOfCourse = (course: string) => `course ${course.toLowerCase()}`;
export const groupOfYear = (year: string) => `year ${year.toLowerCase()}`;
export const groupOfPerson = (rollNumber: string) => `person ${rollNumber.toLowerCase()}`;
const ofClass = (classId: string, group: string) => `class ${classId} ${group}`;
export const groupOfSection = (classId: string, sectionId: string) =>
  ofClass(classId, `section ${sectionId}`);

/** Those of a student beside themselves. Groups of a class have it before their names, as in the database. */
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
