import { useSyncExternalStore } from 'react';
import { serverNowMs } from '../../platform/calls/server-time.ts';

const HALF_A_MINUTE_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Server time to half a minute, updated while the page is open. All callers share one timer. */
export function useMinute(): number {
  return useSyncExternalStore(listen, readMinute);
}

const readMinute = () => Math.floor(serverNowMs() / HALF_A_MINUTE_MS) * HALF_A_MINUTE_MS;

function listen(onChange: () => void): () => void {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, HALF_A_MINUTE_MS);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
