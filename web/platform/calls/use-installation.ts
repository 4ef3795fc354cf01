import { useQuery } from '@tanstack/react-query';
import { askServer } from './call.ts';
import { INSTALLATION_PATH, readInstallation } from './installation.ts';

/** Name of the institution, registration policy, and demo accounts if there are any. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) =>
      readInstallation(await askServer(INSTALLATION_PATH, { method: 'GET', signal })),
    staleTime: Infinity,
  });
}
