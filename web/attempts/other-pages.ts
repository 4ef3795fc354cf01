import { isRecord } from '../platform/records.ts';
import type { OpenAttempt } from './open-attempt.ts';

const CHANNEL = 'vlabs.attempts';

type Opened = Pick<OpenAttempt, 'userId' | 'uniqueId' | 'tab'>;

/** Other pages of the same browser hear at once, also without a network, that this one writes now. */
export function tellOtherPages({ userId, uniqueId, tab }: Opened): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ userId, uniqueId, tab });
  channel.close();
}

/** Calls back when another page of this browser has opened the same attempt. Returns how to end it. */
export function hearOtherPages({ userId, uniqueId, tab }: Opened, onOpened: () => void) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data['tab'] === tab) return;
    if (data['userId'] === userId && data['uniqueId'] === uniqueId) onOpened();
  });
  return () => channel.close();
}
