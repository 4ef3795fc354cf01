import { useCallback, useState } from 'react';
import type { KeptStorage } from '../../platform/storage/browser-storage.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';

/** Questions flagged for review, stored in this browser only. */
export function useFlags(userId: string, uniqueId: string) {
  const [kept] = useState(() => openFlags(personalStorage(userId, 'browser'), uniqueId));
  const [flags, setFlags] = useState<ReadonlySet<string>>(() => kept.read());

  const toggleFlag = useCallback(
    (number: string) =>
      setFlags((before) => {
        const after = new Set(before);
        if (!after.delete(number)) after.add(number);
        kept.keep(after);
        return after;
      }),
    [kept],
  );

  return { flags, toggleFlag };
}

/** `storage` is the student's own. */
export function openFlags(storage: KeptStorage, uniqueId: string) {
  const name = `attempt-flags/${uniqueId}`;
  return {
    read: (): ReadonlySet<string> => {
      try {
        return new Set((storage.getItem(name) ?? '').split(' ').filter(Boolean));
      } catch {
        return new Set();
      }
    },
    keep: (flags: ReadonlySet<string>): void => {
      try {
        storage.setItem(name, [...flags].join(' '));
      } catch {
        // Without storage, flags last as long as the page.
      }
    },
  };
}
