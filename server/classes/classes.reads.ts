/** Classes for other features. */
export {
  requireClassAsItIs,
  requireClassInScope,
  requireClassOfWork,
  requireOpenClassOf,
} from './class-of-work.ts';
/** Checks whether an object is in a staff member's scope. */
export { classIsArchived, requireRight } from './require-access.ts';
/** Conditions that limit lists to a scope. */
export {
  idsInSections,
  resultsInScope,
  studentsInScope,
  workInScope,
  lockClassOf,
  isNotArchived,
  listSectionsIn,
  listVisiblePeople,
  listWatchers,
  limitToPerson,
  studentIdsIn,
} from './access-scope.queries.ts';
/** A person's classes, including past ones. */
export { listMemberships } from './members.queries.ts';
/** Lists of class members, which the import of class lists reads. */
export {
  type MemberPlan,
  chooseTermOfList,
  planMembers,
  writeMembers,
} from './member-lists.service.ts';
/** Open classes named by the lines that were planned in this transaction. */
export { listNamedClasses } from './member-lists.queries.ts';
export type { MemberLine } from './member-lists.queries.ts';
