import {
  type Audience,
  type Enrolment,
  type EnrolmentOf,
  NOT_ENROLLED,
} from '@vlabs/contract/people/audience';
import type { Database } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access-scope.ts';
import {
  countStudentsInAudience,
  findNumberOfStudents,
  findStudentByRollNumber,
  findStudentEnrolment,
  listStudentEnrolments,
  listStudentsInAudience,
} from './audience.queries.ts';

/** What determines whether a person belongs to an audience; they need not be a student. */
export async function enrolmentOf(db: Database, rollNumber: string): Promise<Enrolment> {
  return { rollNumber, ...((await findStudentEnrolment(db, rollNumber)) ?? NOT_ENROLLED) };
}

/** A student by roll number, ignoring case; null for anyone else. */
export const findStudent = findStudentByRollNumber;

/** For those who are students, by roll number in its first spelling. */
export async function listEnrolments(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, EnrolmentOf>> {
  const enrolments = await listStudentEnrolments(db, ids);
  return new Map(enrolments.map(({ id, ...enrolment }) => [id, enrolment]));
}

/** Students by roll number, listed or self-registered. */
export function listStudentsIn(db: Database, audience: Audience) {
  return listStudentsInAudience(db, audience);
}

/** Counts those in scope. */
export const countStudentsIn = countStudentsInAudience;

/** Counts the students in scope, including disabled ones. */
export async function countStudents(db: Database, scope: AccessScope): Promise<number> {
  return (await findNumberOfStudents(db, scope))?.students ?? 0;
}

/** SQL fragments about students and their work. */
export { countMembers, groupsOf, isLetIn, workOf, workUntil } from './audience.queries.ts';

/** The full record from the student list. */
export { findLine as findLineOfList } from './list-line.queries.ts';
