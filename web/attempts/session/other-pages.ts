import { isRecord } from '../../platform/records.ts';
import type { OpenAttempt } from './open-attempt.ts';
import { browserStorage } from '../../platform/browser-storage.ts';

/** Every other page of this browser receives these messages, also without a network. */
const KEY = 'vlabs.attempt-opened';

type Opened = Pick<OpenAttempt, 'userId' | 'uniqueId' | 'tab'>;

/** Announces that this page now writes the attempt. */
export function announceOpening({ userId, uniqueId, tab }: Opened): void {
  try {
    browserStorage().setItem(KEY, JSON.stringify({ userId, uniqueId, tab }));
  } catch {
    // The server notifies the other pages as well.
  }
}

/**
 * Calls back when another page of this browser opens the same attempt. Returns the unsubscribe
 * function.
 */
export function watchOtherPages({ userId, uniqueId, tab }: Opened, onOpened: () => void) {
  const receive = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY) return;
    const opened: unknown = JSON.parse(newValue ?? 'null');
    if (!isRecord(opened) || opened['tab'] === tab) return;
    if (opened['userId'] === userId && opened['uniqueId'] === uniqueId) onOpened();
  };
  window.addEventListener('storage', receive);
  return () => window.removeEventListener('storage', receive);
}
