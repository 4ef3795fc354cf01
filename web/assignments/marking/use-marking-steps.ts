import { useQuery } from '@tanstack/react-query';
import type { HandInRow } from '@vlabs/contract/assignments/hand-ins';
import { getNextToMark } from '@vlabs/contract/insight/to-mark';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { markingPath, queuePath, toMarkPath } from '../../platform/page-paths.ts';
import { useClassInAddress } from '../../platform/use-class-in-address.ts';
import { useHandIns } from '../parts/use-assignments.ts';

/**
 * The unmarked hand-in that has waited longest, or the next one after a given one; optionally of
 * one class.
 */
export function useNextToMark(classId: string | null, after: string | null, isWanted = true) {
  const query = { ...(after !== null && { after }), ...(classId !== null && { class: classId }) };
  return useQuery({ ...queryOf(getNextToMark, { query }), enabled: isWanted });
}

export interface MarkingSteps {
  /** The position of this hand-in, as text. */
  place: string;
  /** URLs; null if there is none. */
  previous: string | null;
  next: string | null;
  go: (address: string | null) => void;
  /** Call after the marks are saved. */
  goOn: () => void;
}

interface Asked {
  assignment: string;
  studentId: string;
  /** Of this student; null while unknown. */
  handInId: string | null;
  students: readonly HandInRow[];
}

/** Steps through the hand-ins of one assignment, or through all that wait for marks. */
export function useMarkingSteps(asked: Asked): MarkingSteps {
  const { assignment, studentId, handInId, students } = asked;
  const isQueue = useSearchParams()[0].get('queue') === 'all';
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const classId = useClassInAddress();
  const queue = useNextToMark(classId, handInId, isQueue && handInId !== null);
  const handedIn = students.filter((row) => row.handInId !== null);
  const neighbours = neighboursOf(handedIn, studentId);
  const following = isQueue
    ? { assignment: queue.data?.next?.assignmentId, student: queue.data?.next?.studentId }
    : { assignment, student: neighbours.next?.id };
  // Prefetches the next one.
  useHandIns(following.assignment ?? assignment, following.student ?? studentId);

  const go = (address: string | null) =>
    address !== null && void navigate(address, { state: { cameFrom: pathname + search } });
  if (isQueue) {
    const found = queue.data?.next;
    const next = found ? queuePath(found.assignmentId, found.studentId, classId) : null;
    const waiting = queue.data?.waiting ?? 0;
    return {
      place: `${waiting} to mark`,
      previous: cameFromOf(state),
      next,
      go,
      goOn: () => go(next ?? toMarkPath(classId)),
    };
  }
  const pathOf = (row: HandInRow | null) => row && markingPath(assignment, row.id);
  const next = pathOf(neighbours.next);
  return {
    place: neighbours.place === 0 ? 'not handed in' : `${neighbours.place} of ${handedIn.length}`,
    previous: pathOf(neighbours.previous),
    next,
    go,
    goOn: () => go(next),
  };
}

function cameFromOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('cameFrom' in state)) return null;
  return typeof state.cameFrom === 'string' ? state.cameFrom : null;
}

/** The neighbours in list order. The place counts from 1; 0 means not in the list. */
function neighboursOf(rows: readonly HandInRow[], studentId: string) {
  const index = rows.findIndex(({ id }) => id.toLowerCase() === studentId.toLowerCase());
  return {
    place: index + 1,
    previous: index > 0 ? (rows[index - 1] ?? null) : null,
    next: rows[index + 1] ?? null,
  };
}
