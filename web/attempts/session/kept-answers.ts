import { Answers } from '@vlabs/contract/attempts/attempts';
import { z } from 'zod';
import { type KeptStorage, listNames } from '../../platform/storage/browser-storage.ts';
import type { Unacknowledged } from './merge-answers.ts';

/** The stored key is `marks`, for compatibility with pages of earlier versions. */
const Kept = z.object({
  base: Answers,
  marks: Answers,
  sent: z.record(z.string(), z.array(z.string())),
});

/** One student's answers that the server has not acknowledged yet, stored in the browser. */
export interface KeptAnswers {
  /** Answers left by all pages of this student, including the present one. */
  readAll(): Unacknowledged[];
  /** False if the browser can't store anything because its storage is full or disabled. */
  keep(unacknowledged: Unacknowledged): boolean;
  /** Deletes what this page stored, and what it read from other pages by `readAll`. */
  forget(): void;
}

/** `storage` is the student's own. Each page uses its own key, so no page deletes another page's answers. */
export function openKeptAnswers(
  storage: KeptStorage,
  { uniqueId, tab }: { uniqueId: string; tab: string },
): KeptAnswers {
  const prefix = `attempt/${uniqueId}/`;
  const ownKey = `${prefix}${tab}`;
  const takenOver = new Map<string, string>();

  const listKeys = () => listNames(storage).filter((key) => key.startsWith(prefix));

  return {
    readAll: () => {
      try {
        return listKeys().flatMap((key) => {
          const text = storage.getItem(key) ?? '';
          takenOver.set(key, text);
          return parse(text);
        });
      } catch {
        // A browser without storage has stored nothing.
        return [];
      }
    },
    keep: ({ base, answers, sent }) => {
      try {
        const kept: z.infer<typeof Kept> = { base, marks: answers, sent };
        storage.setItem(ownKey, JSON.stringify(kept));
        return true;
      } catch {
        return false;
      }
    },
    forget: () => {
      try {
        storage.removeItem(ownKey);
        for (const [key, text] of takenOver) {
          // Another page may have written since the last read.
          if (storage.getItem(key) === text) storage.removeItem(key);
        }
        takenOver.clear();
      } catch (error) {
        reportError(error);
      }
    },
  };
}

function parse(text: string): Unacknowledged[] {
  try {
    const kept = Kept.safeParse(JSON.parse(text));
    if (!kept.success) return [];
    const { base, marks: answers, sent } = kept.data;
    return [{ base, answers, sent }];
  } catch {
    // Another program's value under the same key is ignored.
    return [];
  }
}
