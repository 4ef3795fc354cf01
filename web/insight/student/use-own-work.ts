import { useQueries, useQuery } from '@tanstack/react-query';
import { getResult } from '@vlabs/contract/quizzes/attempts';
import { getHandIns } from '@vlabs/contract/assignments/hand-ins';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { listPastRuns } from '@vlabs/contract/running/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const RESULTS_SHOWN = 12;
const RUNS_SHOWN = 5;
const COMMENTS_SHOWN = 5;

export function useRecentRuns() {
  return useQuery({
    ...queryOf(listPastRuns, { query: {} }),
    select: (runs) => runs.slice(0, RUNS_SHOWN),
  });
}

/** Results of the quizzes that were submitted last, the newest first. */
export function useOwnResults(quizzes: readonly QuizRecord[]) {
  const submitted = quizzes
    .filter(({ completed }) => completed)
    .toSorted((one, other) => (other.submissionDate ?? '').localeCompare(one.submissionDate ?? ''))
    .slice(0, RESULTS_SHOWN);
  return useQueries({
    queries: submitted.map(({ unique_id: uniqueId }) =>
      queryOf(getResult, { params: { uniqueId }, query: {} }),
    ),
    combine: (found) =>
      found.flatMap(({ data }, place) => {
        const quiz = submitted[place];
        return data && quiz ? [{ ...data, uniqueId: quiz.unique_id }] : [];
      }),
  });
}

/** What teachers wrote about the student's last hand-ins. */
export function useOwnFeedback(studentId: string, assignmentIds: readonly string[]) {
  const ids = assignmentIds.slice(0, COMMENTS_SHOWN);
  return useQueries({
    queries: ids.map((id) => queryOf(getHandIns, { params: { id, studentId } })),
    combine: (found) =>
      found.flatMap(({ data }, place) => {
        const [last, id] = [data?.versions[0], ids[place]];
        return last && id !== undefined ? [{ id, ...last }] : [];
      }),
  });
}
