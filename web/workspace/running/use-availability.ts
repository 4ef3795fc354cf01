import { useQuery } from '@tanstack/react-query';
import { getRunsAvailability } from '@vlabs/contract/running/runs';
import { call } from '../../platform/calls/call.ts';

const askAgainMs = 60_000;
const askAgainWhileAwayMs = 5000;

/** Why no program can be run now; null while it can, and while the server did not say. */
export function useUnavailability(): string | null {
  const { data } = useQuery({
    queryKey: ['runs-availability'],
    queryFn: async ({ signal }) => (await call(getRunsAvailability, {}, { signal })).data,
    networkMode: 'always',
    refetchInterval: ({ state }) =>
      state.data?.available === false ? askAgainWhileAwayMs : askAgainMs,
  });
  if (!data || data.available) return null;
  return data.reason ?? 'The service that runs programs is away.';
}
