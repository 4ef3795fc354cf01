import { type ClassRight, type Right, type StaffRole, mayInClass } from '@vlabs/contract/rights';
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
  /** Classes in which the right holds for everybody. */
  whole: readonly string[];
  /** Classes in which it holds for the students of some sections, which are in `sections`. */
  inPart: readonly string[];
  sections: readonly string[];
}

export const EVERYTHING: Reach = { everything: true, whole: [], inPart: [], sections: [] };
export const NOTHING: Reach = { everything: false, whole: [], inPart: [], sections: [] };

/** What a caller reaches by a call that needs this right. */
export function reachOf(
  { role, teaches = [] }: { role: Role; teaches?: readonly Teaching[] | undefined },
  right: Right | undefined,
): Reach {
  if (role === 'admin') return EVERYTHING;
  if (role !== 'staff' || typeof right !== 'object') return NOTHING;
  return reachIn(teaches, right.to);
}

/** The classes among these in which this right is had. */
export function reachIn(teaches: readonly Teaching[], right: ClassRight): Reach {
  const allowed = teaches.filter(({ role }) => mayInClass(role, right));
  const isWhole = ({ sections }: Teaching) => sections.length === 0;
  const inPart = allowed.filter((teaching) => !isWhole(teaching));
  return {
    everything: false,
    whole: allowed.filter(isWhole).map(({ classId }) => classId),
    inPart: inPart.map(({ classId }) => classId),
    sections: inPart.flatMap(({ sections }) => sections),
  };
}

/** Does the reach hold something of this class? Of work without a class only who reaches everything does. */
export const reachesClass = (reach: Reach, classId: string | null): boolean =>
  reach.everything ||
  (classId !== null && (reach.whole.includes(classId) || reach.inPart.includes(classId)));
