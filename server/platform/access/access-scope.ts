import {
  type ClassRight,
  type Right,
  type StaffRole,
  roleHasRight,
} from '@vlabs/contract/http/rights';
import type { Role } from '@vlabs/contract/http/endpoint';

/** A person's teaching role in a class. */
export interface TeachingRole {
  classId: string;
  role: StaffRole;
  /** The sections that an assistant is limited to; empty means the whole class. */
  sections: readonly string[];
}

/** The classes whose work and students a caller may use. Every list and lookup is filtered by it. */
export interface AccessScope {
  /** True for campus admins and the server itself: no filter applies. */
  isUnlimited: boolean;
  /** Drafts that belong to no class yet are in the scope of the person who started them. */
  callerId: string;
  /** Classes where the right covers every student. */
  classIds: readonly string[];
  /** Classes where the right covers only the students of `sectionIds`. */
  limitedClassIds: readonly string[];
  sectionIds: readonly string[];
  /** Lists across classes leave out the work of archived ones. */
  hidesArchived: boolean;
}

export const NO_ACCESS: AccessScope = {
  isUnlimited: false,
  callerId: '',
  classIds: [],
  limitedClassIds: [],
  sectionIds: [],
  hidesArchived: false,
};
/** The scope of campus admins, and of the server itself. */
export const FULL_ACCESS: AccessScope = { ...NO_ACCESS, isUnlimited: true };

interface TeachingCaller {
  id: string;
  role: Role;
  teaches?: readonly TeachingRole[] | undefined;
}

/** Returns the caller's scope for a call that needs this right. */
export function scopeOf(
  { id, role, teaches = [] }: TeachingCaller,
  right: Right | undefined,
): AccessScope {
  if (role === 'admin') return { ...FULL_ACCESS, callerId: id };
  if (role !== 'staff' || typeof right !== 'object') return { ...NO_ACCESS, callerId: id };
  const scope = { ...NO_ACCESS, ...classesWithRight(teaches, right.to), callerId: id };
  return right.wholeClassOnly ? withoutLimitedClasses(scope) : scope;
}

/** Returns the classes where the role includes this right. */
function classesWithRight(
  teaches: readonly TeachingRole[],
  right: ClassRight,
): Omit<AccessScope, 'callerId' | 'hidesArchived'> {
  const allowed = teaches.filter(({ role }) => roleHasRight(role, right));
  const isWhole = ({ sections }: TeachingRole) => sections.length === 0;
  const inPart = allowed.filter((teaching) => !isWhole(teaching));
  return {
    isUnlimited: false,
    classIds: allowed.filter(isWhole).map(({ classId }) => classId),
    limitedClassIds: inPart.map(({ classId }) => classId),
    sectionIds: inPart.flatMap(({ sections }) => sections),
  };
}

/** Returns the classes that the caller owns. Owners may read the full records of their students. */
export const ownedClasses = (caller: TeachingCaller): AccessScope =>
  scopeOf(caller, { to: 'manageStaff', of: 'list' });

/** Reports whether the caller teaches or is a campus admin. `serve` has already checked the right. */
export const isTeacher = ({ role }: { role: Role }): boolean =>
  role === 'admin' || role === 'staff';

/** Reports whether the scope includes any part of a class. Work without a class is for campus admins only. */
export const includesClass = (scope: AccessScope, classId: string | null): boolean =>
  scope.isUnlimited ||
  (classId !== null &&
    (scope.classIds.includes(classId) || scope.limitedClassIds.includes(classId)));

/** Limits a scope to one class, and optionally to one of its sections; without a class, to work that is not archived. */
export function limitToClass(
  scope: AccessScope,
  classId: string | undefined,
  section?: string,
): AccessScope {
  if (classId === undefined) return { ...scope, hidesArchived: true };
  const isIt = (id: string) => id === classId;
  const whole = scope.isUnlimited ? [classId] : scope.classIds.filter(isIt);
  const inPart = scope.limitedClassIds.filter(isIt);
  const narrowed: AccessScope = {
    ...scope,
    isUnlimited: false,
    callerId: '',
    classIds: whole,
    limitedClassIds: inPart,
  };
  if (section === undefined) return narrowed;
  const sections = whole.length > 0 ? [section] : scope.sectionIds.filter((id) => id === section);
  return {
    ...narrowed,
    classIds: [],
    limitedClassIds: [...whole, ...inPart],
    sectionIds: sections,
  };
}

/** Drops the classes that are only partly in scope. */
export const withoutLimitedClasses = (scope: AccessScope): AccessScope => ({
  ...scope,
  limitedClassIds: [],
  sectionIds: [],
});
