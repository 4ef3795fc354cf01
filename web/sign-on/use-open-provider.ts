import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { HandOff } from './hand-off.ts';

export interface OpenedProvider {
  id: string;
  name: string;
  kind: string;
}

/** Leads to a provider's page, or to ours for a directory, which has none. Its code loads when it is used. */
export function useOpenProvider(
  begun: Pick<HandOff, 'purpose' | 'goTo' | 'isShared'>,
  onError?: (error: Error) => void,
) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ id, name, kind }: OpenedProvider) => {
      const handOff = { ...begun, name };
      if (kind === 'ldap') {
        await navigate(`/sign-on/${id}`, { state: handOff });
        return;
      }
      const { openProvider } = await import('./open-provider.ts');
      await openProvider(id, handOff);
    },
    ...(onError ? { onError } : {}),
  });
}
