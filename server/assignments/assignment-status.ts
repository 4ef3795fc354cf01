import type { AssignmentStatus } from '@vlabs/contract/assignments/assignments';

/** The status for one student, from their last hand-in. */
export function statusOf(handIn: {
  handedInAt: Date | null;
  marks: number | null;
}): AssignmentStatus {
  if (handIn.handedInAt === null) return 'Pending';
  return handIn.marks === null ? 'Submitted' : 'Marked';
}

/** The status for the class: pending until someone hands in, marked when every hand-in is marked. */
export function statusOfClass(counts: { submitted: number; marked: number }): AssignmentStatus {
  if (counts.submitted === 0) return 'Pending';
  return counts.marked < counts.submitted ? 'Submitted' : 'Marked';
}

/** Orders a list, last changed first. */
export const changedLastFirst = (
  one: { id: string; updatedAt: Date },
  other: { id: string; updatedAt: Date },
) => other.updatedAt.getTime() - one.updatedAt.getTime() || (one.id < other.id ? -1 : 1);
