import type { Query, QueryClient } from '@tanstack/react-query';
import { askServer, isTemporary } from './call.ts';
import { INSTALLATION_PATH } from './installation.ts';

const ASK_AGAIN_MS = 4000;

/**
 * A page that failed to load reloads its data when the server is back. One small request polls for
 * that, instead of all failed ones.
 */
export function readAgainWhenBack(queryClient: QueryClient): void {
  let isAsking = false;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isAsking || !isTemporary(event.action.error)) return;
    isAsking = true;
    void retryUntilAvailable().then(async () => {
      isAsking = false;
      await queryClient.refetchQueries({ type: 'active', predicate: wasNotRead });
    });
  });
}

const wasNotRead = ({ state }: Query): boolean =>
  state.status === 'error' && isTemporary(state.error);

async function retryUntilAvailable(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    try {
      await askServer(INSTALLATION_PATH, { method: 'GET' });
      return;
    } catch (error) {
      if (!isTemporary(error)) return;
    }
  }
}
