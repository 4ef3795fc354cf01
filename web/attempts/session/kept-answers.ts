import { Answers } from '@vlabs/contract/quizzes/attempts';
import { z } from 'zod';
import type { Unacknowledged } from './merge-answers.ts';

/** The answers lie here as `marks`: pages of former versions write and read them so. */
const Kept = z.object({
  base: Answers,
  marks: Answers,
  sent: z.record(z.string(), z.array(z.string())),
});

/** The part of the browser's storage that is needed here. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Answers of one student's attempt that wait in this browser for the server's acknowledgement. */
export interface KeptAnswers {
  /** What any page of this student left behind, the present one included. */
  readAll(): Unacknowledged[];
  /** False when the browser keeps nothing, because its storage is full or switched off. */
  keep(unacknowledged: Unacknowledged): boolean;
  /** Forgets what this page kept, and what it took over from others by `readAll`. */
  forget(): void;
}

/** Each page writes under a name of its own, so that no page forgets what another one keeps. */
export function openKeptAnswers(
  storage: KeptStorage,
  { userId, uniqueId, tab }: { userId: string; uniqueId: string; tab: string },
): KeptAnswers {
  const prefix = `vlabs.attempt/${encodeURIComponent(userId)}/${uniqueId}/`;
  const ownKey = `${prefix}${tab}`;
  const takenOver = new Map<string, string>();

  function listKeys(): string[] {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    return keys.filter((key) => key?.startsWith(prefix)).filter((key) => key !== null);
  }

  return {
    readAll: () => {
      try {
        return listKeys().flatMap((key) => {
          const text = storage.getItem(key) ?? '';
          takenOver.set(key, text);
          return parse(text);
        });
      } catch {
        // A browser that gives no storage has kept nothing.
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
          // What another page has written since is not yet known here.
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
    // What another program wrote there is none of ours.
    return [];
  }
}
