/** Classes for other features. */
export { requireClassAsItIs, requireClassOfWork, requireClassInScope } from './class-of-work.ts';
/** Checks whether an object is in a staff member's scope. */
export { requireRight } from './require-access.ts';
/** Conditions that limit lists to a scope. */
export {
  idsInSections,
  resultsInScope,
  studentsInScope,
  workInScope,
  blockArchiving,
  listSectionsIn,
  listVisiblePeople,
  listWatchers,
  limitToPerson,
  studentIdsIn,
} from './access-scope.queries.ts';
/** A person's classes, including past ones. */
export { listMemberships } from './memberships.queries.ts';
