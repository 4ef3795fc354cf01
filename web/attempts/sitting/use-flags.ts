import { useCallback, useState } from 'react';
import { browserStorage } from '../../platform/browser-storage.ts';

/** Questions flagged for review, stored in this browser only. */
export function useFlags(userId: string, uniqueId: string) {
  const key = `vlabs.attempt-flags/${encodeURIComponent(userId)}/${uniqueId}`;
  const [flags, setFlags] = useState<ReadonlySet<string>>(() => readFlags(key));

  const toggleFlag = useCallback(
    (number: string) =>
      setFlags((before) => {
        const after = new Set(before);
        if (!after.delete(number)) after.add(number);
        keepFlags(key, after);
        return after;
      }),
    [key],
  );

  return { flags, toggleFlag };
}

function readFlags(key: string): ReadonlySet<string> {
  try {
    return new Set((browserStorage().getItem(key) ?? '').split(' ').filter(Boolean));
  } catch {
    return new Set();
  }
}

function keepFlags(key: string, flags: ReadonlySet<string>): void {
  try {
    browserStorage().setItem(key, [...flags].join(' '));
  } catch {
    // Without storage, flags last as long as the page.
  }
}
