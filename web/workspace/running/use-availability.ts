import { useQuery } from '@tanstack/react-query';
import { getRunsAvailability } from '@vlabs/contract/running/runs';
import { queryOf } from '../../platform/calls/query-of.ts';

const askAgainMs = 60_000;
const askAgainWhileAwayMs = 5000;

/** Why no program can be run now; null while it can, and while the server did not say. */
export function useUnavailability(): string | null {
  const { data } = useQuery({
    ...queryOf(getRunsAvailability, {}),
    refetchInterval: ({ state }) =>
      state.data?.available === false ? askAgainWhileAwayMs : askAgainMs,
  });
  if (!data || data.available) return null;
  return data.reason ?? 'The service that runs programs is away.';
}
