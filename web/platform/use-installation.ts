import { useQuery } from '@tanstack/react-query';
import { getInstallation } from '@vlabs/contract/auth';
import { call } from './call.ts';

/** Name of the institution, who may register, and the demo accounts where there are any. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => (await call(getInstallation, {}, { signal })).data,
    staleTime: Infinity,
  });
}
