import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import type { ResponseBudget } from '../../platform/connections/response-budget.ts';
import {
  type LongText,
  type RunSelection,
  type ShownRun,
  listShownRuns,
} from '../store/shown-runs.queries.ts';
import type { Run, Phase } from '../store/run.ts';

/** Limit for all texts of a reply that shows several runs. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Shorter texts don't count against the response budget; almost all are shorter. */
const EASY_BYTES = 256 * 1024;

/** The texts to include, and the reply they belong to. */
export interface TextSelection {
  texts: readonly LongText[];
  /** Null for internal jobs, of which only a few run at a time. */
  response: ServerResponse | null;
}

interface Given {
  pool: Pool;
  budget: ResponseBudget;
}

/** Reads runs, including their texts if these are short. */
export function readShortRuns(pool: Pool, wanted: RunSelection): Promise<ShownRun[]> {
  const maxBytes = Math.min(EASY_BYTES, wanted.maxBytes);
  return listShownRuns(pool, { ...wanted, maxBytes });
}

/** Adds the long texts to runs read by `readShortRuns`, once the response budget allows it. */
export async function readLongRuns(
  { pool, budget }: Given,
  short: ShownRun[],
  { wanted, response }: { wanted: RunSelection; response: ServerResponse | null },
): Promise<ShownRun[]> {
  if (!short.some(({ isCut }) => isCut)) return short;
  const allBytes = short.reduce((sum, { textBytes }) => sum + textBytes, 0);
  const maxBytes = Math.min(allBytes, wanted.maxBytes);
  if (response) await budget.take(maxBytes, response);
  return listShownRuns(pool, { ...wanted, maxBytes });
}

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
export function phaseOf(run: Pick<Run, 'finishedAt' | 'driver'>, underWay: Phase): Phase {
  if (run.finishedAt) return 'finished';
  return run.driver === null ? 'queued' : underWay;
}
