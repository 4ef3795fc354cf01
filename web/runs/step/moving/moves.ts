import type { Snapshot } from '@vlabs/contract/runs/trace/replay';

/** Steps are indexes in the list of snapshots. */
type Snapshots = readonly Snapshot[];

const depthOf = (snapshot: Snapshot | undefined): number => snapshot?.frames.length ?? 0;

/** The next step that is not inside of a call made by the current one, or with -1 the one before it. */
export function stepOver(snapshots: Snapshots, at: number, direction: 1 | -1): number {
  const depth = depthOf(snapshots[at]);
  let next = at + direction;
  while (snapshots[next] && depthOf(snapshots[next]) > depth) next += direction;
  return within(snapshots, next);
}

/** The first step after the current call. */
export function stepOut(snapshots: Snapshots, at: number): number {
  const depth = depthOf(snapshots[at]);
  let next = at + 1;
  while (snapshots[next] && depthOf(snapshots[next]) >= depth) next += 1;
  return within(snapshots, next);
}

export interface Place {
  file: number;
  line: number;
}

/** The next or last step at which a line is about to run; null if there is none. */
export function findVisit(
  snapshots: Snapshots,
  at: number,
  { file, line }: Place,
  direction: 1 | -1,
): number | null {
  for (let step = at + direction; snapshots[step]; step += direction) {
    const snapshot = snapshots[step];
    const isVisit = snapshot?.event === null || snapshot?.event === 'call';
    if (isVisit && snapshot.file === file && snapshot.line === line) return step;
  }
  return null;
}

/** The next visit of a line; after the last one, the first. */
export const findVisitAround = (snapshots: Snapshots, at: number, place: Place): number | null =>
  findVisit(snapshots, at, place, 1) ?? findVisit(snapshots, -1, place, 1);

/** The nearest step that exists; 0 if there is none. */
export const within = (snapshots: Snapshots, step: number): number =>
  Math.max(0, Math.min(step, snapshots.length - 1));
