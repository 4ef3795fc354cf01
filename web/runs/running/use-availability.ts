import { useQuery } from '@tanstack/react-query';
import { getRunsAvailability } from '@vlabs/contract/runs/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const ASK_AGAIN_MS = 60_000;
const ASK_AGAIN_WHILE_AWAY_MS = 5000;

/** Why programs can't be run; null if they can, or if that is unknown. */
export function useUnavailability(): string | null {
  const { data } = useQuery({
    ...queryOf(getRunsAvailability, {}),
    refetchInterval: ({ state }) =>
      state.data?.available === false ? ASK_AGAIN_WHILE_AWAY_MS : ASK_AGAIN_MS,
  });
  if (!data || data.available) return null;
  return data.reason ?? 'The service that runs programs is not responding. Try again in a minute.';
}
