import { type ClassRight, type Right, type StaffRole, roleHasRight } from '@vlabs/contract/rights';
import type { Role } from '@vlabs/contract/endpoint';

/** A class that somebody teaches. */
export interface Teaching {
  classId: string;
  role: StaffRole;
  /** Of an assistant: the sections that they are limited to; empty: the whole class. */
  sections: readonly string[];
}

/** What somebody may see or change: everything on the campus, or what belongs to these classes. */
export interface Reach {
  everything: boolean;
  /** Who it is: what they have begun to write for no class yet is theirs. */
  by: string;
  /** Classes in which the right holds for everybody. */
  whole: readonly string[];
  /** Classes in which it holds for the students of some sections, which are in `sections`. */
  inPart: readonly string[];
  sections: readonly string[];
}

export const NOTHING: Reach = { everything: false, by: '', whole: [], inPart: [], sections: [] };
/** Of campus admins, and of the server itself. */
export const EVERYTHING: Reach = { ...NOTHING, everything: true };

interface TeachingCaller {
  id: string;
  role: Role;
  teaches?: readonly Teaching[] | undefined;
}

/** What a caller reaches by a call that needs this right. */
export function reachOf(
  { id, role, teaches = [] }: TeachingCaller,
  right: Right | undefined,
): Reach {
  if (role === 'admin') return { ...EVERYTHING, by: id };
  if (role !== 'staff' || typeof right !== 'object') return { ...NOTHING, by: id };
  const reach = { ...reachIn(teaches, right.to), by: id };
  return right.wholeClassOnly ? onlyWhole(reach) : reach;
}

/** The classes among these in which this right is had. */
function reachIn(teaches: readonly Teaching[], right: ClassRight): Omit<Reach, 'by'> {
  const allowed = teaches.filter(({ role }) => roleHasRight(role, right));
  const isWhole = ({ sections }: Teaching) => sections.length === 0;
  const inPart = allowed.filter((teaching) => !isWhole(teaching));
  return {
    everything: false,
    whole: allowed.filter(isWhole).map(({ classId }) => classId),
    inPart: inPart.map(({ classId }) => classId),
    sections: inPart.flatMap(({ sections }) => sections),
  };
}

/** The classes of which somebody is an owner, who may read all that is known of their students. */
export const ownedBy = (caller: TeachingCaller): Reach =>
  reachOf(caller, { to: 'manageStaff', of: 'list' });

/** Whoever may do it teaches the class, or is a campus admin: the right of the call was asked before. */
export const isTeacher = ({ role }: { role: Role }): boolean =>
  role === 'admin' || role === 'staff';

/** Does the reach hold something of this class? Of work without a class only who reaches everything does. */
export const reachesClass = (reach: Reach, classId: string | null): boolean =>
  reach.everything ||
  (classId !== null && (reach.whole.includes(classId) || reach.inPart.includes(classId)));

/** The reach without what is in other classes than this one, where one is named, or in other sections of it. */
export function narrowTo(reach: Reach, classId: string | undefined, section?: string): Reach {
  if (classId === undefined) return reach;
  const isIt = (id: string) => id === classId;
  const whole = reach.everything ? [classId] : reach.whole.filter(isIt);
  const inPart = reach.inPart.filter(isIt);
  const narrowed = { ...reach, everything: false, by: '', whole, inPart };
  if (section === undefined) return narrowed;
  const sections = whole.length > 0 ? [section] : reach.sections.filter((id) => id === section);
  return { ...narrowed, whole: [], inPart: [...whole, ...inPart], sections };
}

/** The reach without classes of which some sections alone are within it. */
export const onlyWhole = (reach: Reach): Reach => ({ ...reach, inPart: [], sections: [] });
