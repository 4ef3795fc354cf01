import { useQueries, useQuery } from '@tanstack/react-query';
import { getResult } from '@vlabs/contract/quizzes/attempts';
import { getHandIns } from '@vlabs/contract/assignments/hand-ins';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { listPastRuns } from '@vlabs/contract/running/runs';
import { call } from '../../platform/calls/call.ts';

const RESULTS_SHOWN = 12;
const RUNS_SHOWN = 5;
const COMMENTS_SHOWN = 5;

export function useRecentRuns() {
  return useQuery({
    queryKey: ['recent-runs'],
    queryFn: async ({ signal }) =>
      (await call(listPastRuns, { query: {} }, { signal })).data.slice(0, RUNS_SHOWN),
  });
}

/** Results of the quizzes that were submitted last, the newest first. */
export function useOwnResults(quizzes: readonly QuizRecord[]) {
  const submitted = quizzes
    .filter(({ completed }) => completed)
    .toSorted((one, other) => (other.submissionDate ?? '').localeCompare(one.submissionDate ?? ''))
    .slice(0, RESULTS_SHOWN);
  return useQueries({
    queries: submitted.map(({ unique_id: uniqueId }) => ({
      queryKey: ['result', uniqueId],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(getResult, { params: { uniqueId }, query: {} }, { signal })).data,
    })),
    combine: (found) =>
      found.flatMap(({ data }, place) => {
        const quiz = submitted[place];
        return data && quiz ? [{ ...data, uniqueId: quiz.unique_id }] : [];
      }),
  });
}

/** What teachers wrote about the student's last hand-ins. */
export function useOwnFeedback(studentId: string, assignmentIds: readonly string[]) {
  return useQueries({
    queries: assignmentIds.slice(0, COMMENTS_SHOWN).map((id) => ({
      queryKey: ['assignments', 'own-feedback', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { data } = await call(getHandIns, { params: { id, studentId } }, { signal });
        return { id, last: data.versions[0] };
      },
    })),
    combine: (found) =>
      found.flatMap(({ data }) => (data?.last ? [{ id: data.id, ...data.last }] : [])),
  });
}
