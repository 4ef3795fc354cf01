import type { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import type { ResponseBudget } from '../../platform/connections/response-budget.ts';
import {
  type LongText,
  type ShownRun,
  type WantedRuns,
  listShownRuns,
} from './shown-runs.queries.ts';

/** The texts of a reply that shows several runs have at most so many bytes together. */
export const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Texts that are shorter take no room worth counting, as those of almost every run do. */
const EASY_BYTES = 256 * 1024;

/** What of a run's texts is to be shown, and in which reply. */
export interface WantedTexts {
  texts: readonly LongText[];
  /** Null: a job of ours reads them for itself, and few of those are under way at a time. */
  response: ServerResponse | null;
}

interface Given {
  pool: Pool;
  budget: ResponseBudget;
}

/** With their texts where those are short. */
export function readShortRuns(pool: Pool, wanted: WantedRuns): Promise<ShownRun[]> {
  const maxBytes = Math.min(EASY_BYTES, wanted.maxBytes);
  return listShownRuns(pool, { ...wanted, maxBytes });
}

/** Those that were read short, with their long texts too: these leave the database once there is room for them. */
export async function readLongRuns(
  { pool, budget }: Given,
  short: ShownRun[],
  { wanted, response }: { wanted: WantedRuns; response: ServerResponse | null },
): Promise<ShownRun[]> {
  if (!short.some(({ isCut }) => isCut)) return short;
  const allBytes = short.reduce((sum, { textBytes }) => sum + textBytes, 0);
  const maxBytes = Math.min(allBytes, wanted.maxBytes);
  if (response) await budget.take(maxBytes, response);
  return listShownRuns(pool, { ...wanted, maxBytes });
}
