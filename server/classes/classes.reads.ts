/** What of classes decides about work. */
export { requireClassAsItIs, requireClassOfWork, requireReachedClass } from './class-of-work.ts';
/** Of staff, whether what a call is about is theirs. */
export { requireRight } from './require-reach.ts';
/** What limits a list to what somebody reaches. */
export {
  idsInSections,
  isDoneIn,
  isStudentIn,
  isWorkIn,
  keepUnarchived,
  listSectionsIn,
  listSeenBy,
  listWatchers,
  narrowToPerson,
  studentIdsIn,
} from './reach.queries.ts';
/** The classes of a person, past ones too. */
export { listMemberships } from './memberships.queries.ts';
