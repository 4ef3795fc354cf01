import type { Phase } from './dispatching/run-phases.ts';
import { STATUS_IN_QUEUE } from './run-result.ts';
import type { ShownRun } from './history/shown-runs.queries.ts';
import type { Run } from './stored-run.ts';

/** A run with its state that only the servers know. */
export interface RunState {
  run: Omit<Run, 'program'> & Pick<ShownRun, 'program' | 'isCut'>;
  phase: Phase;
  /** Number of waiting runs ahead of it. */
  queuePlace: number | null;
  /** The installed compiler's own name. */
  languageName: string;
}

/**
 * The phase of a run.
 * @param underWay its phase, if a runner is executing it
 */
export function phaseOf(run: Pick<Run, 'finishedAt' | 'statusId'>, underWay: Phase): Phase {
  if (run.finishedAt) return 'finished';
  return run.statusId === STATUS_IN_QUEUE ? 'queued' : underWay;
}
