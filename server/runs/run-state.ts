import type { Phase } from './dispatching/run-phases.ts';
import { STATUS_IN_QUEUE } from './run-result.ts';
import type { ShownRun } from './history/shown-runs.queries.ts';
import type { Run } from './stored-run.ts';

/** A run with what only the servers know of it. */
export interface RunState {
  run: Omit<Run, 'program'> & Pick<ShownRun, 'program' | 'isCut'>;
  phase: Phase;
  /** Runs ahead of it, while it waits. */
  queuePlace: number | null;
  /** As the compiler that is installed calls itself. */
  languageName: string;
}

/** How far a run is. @param underWay what is known of one that some runner has */
export function phaseOf(run: Pick<Run, 'finishedAt' | 'statusId'>, underWay: Phase): Phase {
  if (run.finishedAt) return 'finished';
  return run.statusId === STATUS_IN_QUEUE ? 'queued' : underWay;
}
