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

/**
 * For whom a quiz or an assignment is, as far as it is chosen. A student belongs if it is for everyone, or if one of the
 * lists names their course, their year of graduation or their roll number, whatever the case.
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
});

/** For whom a quiz or an assignment is: for somebody. */
export const Audience = AudienceDraft.refine(
  (audience) => audience.everyone || namesSomeone(audience),
  {
    message: 'Choose for whom it is: everyone, or at least one course, year or roll number.',
    path: ['everyone'],
  },
);
export type Audience = z.infer<typeof Audience>;

export const EVERYONE: Audience = { everyone: true, courses: [], years: [], rollNumbers: [] };

/** What of a student decides whether something is for them. */
export interface Enrolment {
  rollNumber: string;
  course: string;
  year: string;
}

export function isInAudience(audience: Audience, student: Enrolment): boolean {
  return (
    audience.everyone ||
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

/** Those of a student beside themselves. */
export const groupsOfStudent = ({ course, year }: Omit<Enrolment, 'rollNumber'>): string[] => [
  EVERYONE_GROUP,
  ...(course === '' ? [] : [groupOfCourse(course)]),
  ...(year === '' ? [] : [groupOfYear(year)]),
];

function holds(list: string[], name: string): boolean {
  const sought = name.toLowerCase();
  return sought !== '' && list.some((one) => one.toLowerCase() === sought);
}

function namesSomeone(lists: Record<'courses' | 'years' | 'rollNumbers', string[]>): boolean {
  return lists.courses.length > 0 || lists.years.length > 0 || lists.rollNumbers.length > 0;
}

function withoutRepeats(list: string[]): string[] {
  const byLowerCase = new Map<string, string>();
  for (const name of list) {
    const key = name.toLowerCase();
    if (name !== '' && !byLowerCase.has(key)) byLowerCase.set(key, name);
  }
  return [...byLowerCase.values()];
}
