/** Whom work is for, and what a person is enrolled in. */
export {
  countStudents,
  countStudentsIn,
  enrolmentOf,
  findStudent,
  listEnrolments,
  listStudentsIn,
} from './audience/audience.service.ts';

/** SQL fragments about students and their work. */
export { countMembers, groupsOf, isLetIn, workOf, workUntil } from './audience/audience.queries.ts';

/** A student of the list, or a registered or guest account. */
export { getStudent } from './list/students.service.ts';

/** The full record from the student list. */
export { findLineOfList } from './list/students.queries.ts';
