import {
  type Audience,
  type Enrolment,
  type EnrolmentOf,
  NOT_ENROLLED,
} from '@vlabs/contract/students/audience';
import type { StudentChoice } from '@vlabs/contract/students/audience-choices';
import { requireClassInScope } from '../../classes/classes.reads.ts';
import { type AccessScope, limitToClass } from '../../platform/access/access-scope.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Sight } from '../list/students.queries.ts';
import {
  countStudentsIn,
  findNumberOfStudents,
  findStudent,
  findStudentEnrolment,
  type ChoiceKind,
  listChoices,
  listStudentEnrolments,
  listStudentsInAudience,
  listUnknownRollNumbers,
} from './audience.queries.ts';

/** What determines whether a person belongs to an audience; they need not be a student. */
export async function enrolmentOf(db: Database, rollNumber: string): Promise<Enrolment> {
  return { rollNumber, ...((await findStudentEnrolment(db, rollNumber)) ?? NOT_ENROLLED) };
}

/** A student by roll number, ignoring case; null for anyone else. */
export { findStudent };

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
export { countStudentsIn };

/** Counts the students in scope, including disabled ones. */
export async function countStudents(db: Database, scope: AccessScope): Promise<number> {
  return (await findNumberOfStudents(db, scope))?.students ?? 0;
}

/** Values for choosing students, in their first spelling. */
export async function listAudienceChoices(
  db: Database,
  { scope, owned }: Sight,
  classId: string | undefined,
) {
  const within = limitToClass(scope, classId);
  const [others, mentors] = await Promise.all([
    listChoices(db, within, ['course', 'year']),
    listChoices(db, limitToClass(owned, classId), ['mentor']),
  ]);
  const choicesOf = (wanted: ChoiceKind) =>
    inOrder([...others, ...mentors].filter(({ kind }) => kind === wanted).map(withoutKind));
  return { courses: choicesOf('course'), years: choicesOf('year'), mentors: choicesOf('mentor') };
}

const withoutKind = ({ name, students }: StudentChoice): StudentChoice => ({ name, students });

const inWords = new Intl.Collator('en-IN', { numeric: true });

const inOrder = (choices: StudentChoice[]) =>
  choices.toSorted((a, b) => inWords.compare(a.name, b.name));

/** The students an audience admits; in a class, among its students. */
export async function getAudienceReach(db: Database, scope: AccessScope, audience: Audience) {
  const within = limitToClass(scope, requireClassInScope(scope, audience)?.classId);
  const [reached, students, unknown] = await Promise.all([
    countStudentsIn(db, audience, scope),
    countStudents(db, within),
    listUnknownRollNumbers(db, audience.rollNumbers, within),
  ]);
  return { reached, students, unknown };
}
