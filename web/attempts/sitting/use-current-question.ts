import { useState } from 'react';
import { personalStorage } from '../../platform/storage/personal-storage.ts';

interface Of {
  userId: string;
  uniqueId: string;
  /** All questions of the test. */
  numbers: readonly string[];
}

/** The question that the student is at, stored in this browser, so that a reload returns to it. */
export function useCurrentQuestion({ userId, uniqueId, numbers }: Of) {
  const name = `attempt-place/${uniqueId}`;
  const [storage] = useState(() => personalStorage(userId, 'browser'));
  const [current, setCurrent] = useState(() => {
    const first = numbers[0] ?? '1';
    try {
      const kept = storage.getItem(name) ?? '';
      return numbers.includes(kept) ? kept : first;
    } catch {
      return first;
    }
  });
  const put = (number: string): void => {
    setCurrent(number);
    try {
      storage.setItem(name, number);
    } catch {
      // Without storage, a reload begins at the first question.
    }
  };
  return [current, put] as const;
}
