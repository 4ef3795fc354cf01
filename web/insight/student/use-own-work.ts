import { useQuery } from '@tanstack/react-query';
import { listOwnResults } from '@vlabs/contract/quizzes/attempts';
import { listOwnMarks } from '@vlabs/contract/assignments/hand-ins';
import { listPastRuns } from '@vlabs/contract/running/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const RUNS_SHOWN = 5;

export function useRecentRuns() {
  return useQuery({
    ...queryOf(listPastRuns, { query: {} }),
    select: (runs) => runs.slice(0, RUNS_SHOWN),
  });
}

/** Results of the quizzes that were submitted last, the newest first. */
export const useOwnResults = () => useQuery(queryOf(listOwnResults, {}));

/** What teachers gave and wrote for the hand-ins that were marked last. */
export const useOwnMarks = () => useQuery(queryOf(listOwnMarks, {}));
