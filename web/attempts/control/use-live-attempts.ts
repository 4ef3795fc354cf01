import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AttemptRow,
  ChangedAttempts,
  getQuestionProgress,
  listAttempts,
} from '@vlabs/contract/attempts/attempt-control';
import { followAttempt } from '@vlabs/contract/attempts/attempt-events';
import { useEffect, useState } from 'react';
import { followEvents } from '../../platform/calls/live-events.ts';
import { queryOf } from '../../platform/calls/query-of.ts';

/** While students work, answers are counted again after this time. */
const COUNT_AGAIN_MS = 3000;

const progressOf = (uniqueId: string) => queryOf(getQuestionProgress, { params: { uniqueId } });
const rowsOf = (uniqueId: string) => queryOf(listAttempts, { params: { uniqueId } });

/** One row per student, in their current state. */
export function useAttemptRows(uniqueId: string) {
  return useQuery(rowsOf(uniqueId));
}

/** From the attempts row, which the list of attempts has cached. */
export function useStudentName(uniqueId: string, userId: string): string | undefined {
  const { data } = useAttemptRows(uniqueId);
  return data?.find((row) => row.userId === userId)?.name;
}

/** One row per student, updated live. Reports a lost connection. */
export function useLiveAttempts(uniqueId: string) {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(true);
  const query = useAttemptRows(uniqueId);

  useEffect(() => {
    const controller = new AbortController();
    let wasOpen = true;
    let counting: ReturnType<typeof setTimeout> | null = null;
    // Changes that arrive until then are counted with the first one. Only an open panel sends the call.
    const countAgain = () => {
      counting ??= setTimeout(() => {
        counting = null;
        void queryClient.invalidateQueries(progressOf(uniqueId));
      }, COUNT_AGAIN_MS);
    };
    void followEvents(followAttempt.path.replace(':uniqueId', uniqueId), {
      signal: controller.signal,
      onEvent: (event, data) => {
        if (event !== 'attempts') return;
        putRows(queryClient, uniqueId, ChangedAttempts.parse(data));
        countAgain();
      },
      onLine: (isOpen) => {
        setIsLive(isOpen);
        // Changes made while disconnected are fetched again.
        if (isOpen && !wasOpen) {
          void queryClient.invalidateQueries(rowsOf(uniqueId));
          countAgain();
        }
        wasOpen = isOpen;
      },
    });
    return () => {
      controller.abort();
      if (counting !== null) clearTimeout(counting);
    };
  }, [queryClient, uniqueId]);

  return { ...query, isLive };
}

function putRows(queryClient: QueryClient, uniqueId: string, changed: AttemptRow[]): void {
  queryClient.setQueryData(rowsOf(uniqueId).queryKey, (rows) => {
    if (!rows) return rows;
    const byId = new Map(rows.map((row) => [row.userId, row]));
    for (const row of changed) byId.set(row.userId, row);
    return [...byId.values()];
  });
}
