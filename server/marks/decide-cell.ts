import type { Cell } from '@vlabs/contract/marks/lines';

interface Facts {
  /** What the student did; null if nothing. A quiz in progress is not done. */
  done: { isDone: boolean; marks: number | null } | null;
  isAsked: boolean;
  /** The student can do it no more. */
  isOver: boolean;
}

/** What a student did counts even if the audience was changed afterwards. */
export function decideCell({ done, isAsked, isOver }: Facts): Cell {
  if (done) {
    if (!done.isDone) return 'not_yet';
    return done.marks ?? 'to_mark';
  }
  if (!isAsked) return 'not_asked';
  return isOver ? 'absent' : 'not_yet';
}
