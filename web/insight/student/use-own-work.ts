import { useQuery } from '@tanstack/react-query';
import { listOwnResults } from '@vlabs/contract/attempts/attempts';
import { listOwnMarks } from '@vlabs/contract/assignments/hand-ins';
import { listPastRuns } from '@vlabs/contract/runs/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const RUNS_SHOWN = 5;

export function useRecentRuns() {
  return useQuery({
    ...queryOf(listPastRuns, { query: {} }),
    select: (runs) => runs.slice(0, RUNS_SHOWN),
  });
}

/** Results of the last submitted tests, newest first. */
export const useOwnResults = () => useQuery(queryOf(listOwnResults, {}));

/** Marks and comments of the last marked hand-ins. */
export const useOwnMarks = () => useQuery(queryOf(listOwnMarks, {}));
