/** What of classes decides about work. */
export { requireClassAsItIs, requireClassOfWork, requireClassInScope } from './class-of-work.ts';
/** Of staff, whether what a call is about is theirs. */
export { requireRight } from './require-access.ts';
/** What limits a list to what somebody reaches. */
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
/** The classes of a person, past ones too. */
export { listMemberships } from './memberships.queries.ts';
