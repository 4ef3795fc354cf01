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

/** What decides whether something is for a person, who need not be a student. */
export async function enrolmentOf(db: Database, rollNumber: string): Promise<Enrolment> {
  return { rollNumber, ...((await findStudentEnrolment(db, rollNumber)) ?? NOT_ENROLLED) };
}

/** A student by their roll number, whatever its case; null for who is none. */
export const findStudent = findStudentByRollNumber;

/** Of each who is a student, by their roll number as it was first written. */
export async function listEnrolments(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, EnrolmentOf>> {
  const enrolments = await listStudentEnrolments(db, ids);
  return new Map(enrolments.map(({ id, ...enrolment }) => [id, enrolment]));
}

/** Students in the order of their roll numbers, on the list or registered by themselves. */
export function listStudentsIn(db: Database, audience: Audience) {
  return listStudentsInAudience(db, audience);
}

/** How many of them are in scope. */
export const countStudentsIn = countStudentsInAudience;

/** How many students there are in scope, disabled ones too. */
export async function countStudents(db: Database, scope: AccessScope): Promise<number> {
  return (await findNumberOfStudents(db, scope))?.students ?? 0;
}

/** Parts of statements about students and what is theirs. */
export { countMembers, groupsOf, isLetIn, workOf, workUntil } from './audience.queries.ts';

/** What the student list says of a person, all of it. */
export { findLine as findLineOfList } from './list-line.queries.ts';
