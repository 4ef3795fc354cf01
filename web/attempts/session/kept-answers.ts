import { Answers } from '@vlabs/contract/attempts/attempts';
import { z } from 'zod';
import { type KeptStorage, listNames } from '../../platform/storage/browser-storage.ts';

/** Answers that the server has not acknowledged. */
export interface Unacknowledged {
  /** The server's answers when these were made. */
  base: Answers;
  answers: Answers;
  /**
   * For each question what was sent since, '' for none. Any of it may have arrived without a reply.
   * Long texts are held as fingerprints.
   */
  sent: Record<string, string[]>;
}

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

/**
 * The server's current answers with the local ones on top. If another page has changed the same
 * question since, its answer wins: it was acknowledged.
 */
export function mergeAnswers(held: Answers, { base, answers, sent }: Unacknowledged): Answers {
  const merged = { ...held };
  const numbers = [base, answers, sent].flatMap((map) => Object.keys(map));
  for (const number of new Set(numbers)) {
    // An answer that this page sent may have arrived without an acknowledgement and then changed
    // here.
    const isOurs = wasSent(sent[number] ?? [], held[number] ?? '');
    const isChangedHere = answers[number] !== base[number];
    const isChangedThere = held[number] !== base[number];
    if (!isOurs && (!isChangedHere || isChangedThere)) continue;
    const answer = answers[number];
    if (answer === undefined) delete merged[number];
    else merged[number] = answer;
  }
  return merged;
}

/** Records the differences from the base as sent. */
export function addSent({ base, answers, sent }: Unacknowledged): Unacknowledged['sent'] {
  const added = { ...sent };
  for (const number of new Set([...Object.keys(base), ...Object.keys(answers)])) {
    const answer = answers[number] ?? '';
    const before = added[number] ?? [];
    const isChanged = answers[number] !== base[number] || before.length > 0;
    if (isChanged && !wasSent(before, answer))
      added[number] = [...before, shortened(answer)].slice(-MAX_SENT);
  }
  return added;
}

/** How many texts of one question are remembered: those of ten minutes of typing without a reply. */
const MAX_SENT = 400;
/** Longer texts are held as fingerprints, so that programs do not fill the browser's storage. */
const LONGEST_SENT = 60;

/** Pages of earlier versions hold long texts as they are. */
const wasSent = (sent: readonly string[], answer: string): boolean =>
  sent.includes(answer) || sent.includes(shortened(answer));

const shortened = (answer: string): string =>
  answer.length <= LONGEST_SENT ? answer : `${answer.length} characters ${fingerprintOf(answer)}`;

/** Multiplicative hashes of 64 bits together, like FNV-1a. Nobody gains by a collision. */
function fingerprintOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit ^ (one >>> 15), 0x85ebca6b);
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join('-');
}

export function areSameAnswers(one: Answers, other: Answers): boolean {
  const numbers = Object.keys(one);
  return (
    numbers.length === Object.keys(other).length &&
    numbers.every((number) => one[number] === other[number])
  );
}
