import { statusOf } from '@vlabs/contract/runs/judge0';
import type { PastRun } from '@vlabs/contract/runs/runs';
import type { Database } from '../../platform/postgres/database.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { listPastRuns as listRows } from '../store/run-history.queries.ts';
import { ownerOf } from '../limits/run-limits.ts';

const RUNS_AT_ONCE = 50;

interface Page {
  before?: string | null | undefined;
  assignment?: string | null | undefined;
}

/** Returns the caller's own runs only, even if the caller may see others. */
export function listPastRuns(db: Database, caller: Caller, page: Page): Promise<PastRun[]> {
  return listPastRunsOf(db, ownerOf(caller), page);
}

/** A person's newest runs. The roll number must be spelled as it was registered. */
export async function listPastRunsOf(
  db: Database,
  owner: string,
  { before = null, assignment = null }: Page = {},
): Promise<PastRun[]> {
  const wanted = { owner, before, assignment, max: RUNS_AT_ONCE };
  const rows = await listRows(db, wanted);
  return rows.map(({ driver, verdict, exitSignal, message, cpuTimeMs, createdAt, ...row }) => ({
    ...row,
    verdict,
    createdAt: createdAt.toISOString(),
    timeSeconds: cpuTimeMs === null ? null : cpuTimeMs / 1000,
    status: statusOf({
      isWaiting: driver === null,
      ending: verdict && { verdict, exitSignal, message },
    }),
  }));
}
