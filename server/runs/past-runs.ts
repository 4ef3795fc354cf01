import type { PastRun } from '@vlabs/contract/runs';
import type { Database } from '../platform/database.ts';
import type { Caller } from '../platform/serve.ts';
import { listPastRuns as listRows } from './past-runs.queries.ts';
import { statusOf } from './run-fields.ts';
import { ownerOf } from './run-limits.ts';

const RUNS_AT_ONCE = 50;

/** The caller's own runs, whatever else they may see. */
export async function listPastRuns(
  db: Database,
  caller: Caller,
  before: string | undefined,
): Promise<PastRun[]> {
  const wanted = { owner: ownerOf(caller), before: before ?? null, most: RUNS_AT_ONCE };
  const rows = await listRows(db, wanted);
  return rows.map(({ statusId, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    status: statusOf(statusId),
  }));
}
