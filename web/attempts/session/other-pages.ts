import { isRecord } from '../../platform/records.ts';
import type { OpenAttempt } from './open-attempt.ts';
import { personalStorage, watchPersonalStorage } from '../../platform/storage/personal-storage.ts';

/** Every other page of this browser receives these messages, also without a network. */
const ENTRY = 'attempt-opened';

type Opened = Pick<OpenAttempt, 'userId' | 'uniqueId' | 'tab'>;

/** Announces that this page now writes the attempt. */
export function announceOpening({ userId, uniqueId, tab }: Opened): void {
  try {
    personalStorage(userId, 'browser').setItem(ENTRY, JSON.stringify({ uniqueId, tab }));
  } catch {
    // The server notifies the other pages as well.
  }
}

/**
 * Calls back when another page of this browser opens the same attempt. Returns the unsubscribe
 * function.
 */
export function watchOtherPages({ userId, uniqueId, tab }: Opened, onOpened: () => void) {
  return watchPersonalStorage(userId, (name, text) => {
    if (name !== ENTRY) return;
    const opened: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(opened) || opened['tab'] === tab) return;
    if (opened['uniqueId'] === uniqueId) onOpened();
  });
}
