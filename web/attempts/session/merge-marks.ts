import type { MarkedAnswers } from '@vlabs/contract/quizzes/attempts';

/** Marks that the server has not acknowledged. */
export interface Unacknowledged {
  /** What the server had when they were made. */
  base: MarkedAnswers;
  marks: MarkedAnswers;
  /** For each question the options that were sent since, '' for none: any may have arrived unheard. */
  sent: Record<string, string[]>;
}

/**
 * What the server holds now, with the marks made here on top. Where another page has changed the same
 * question since, its mark stays: it was acknowledged.
 */
export function mergeMarks(
  held: MarkedAnswers,
  { base, marks, sent }: Unacknowledged,
): MarkedAnswers {
  const merged = { ...held };
  const numbers = [base, marks, sent].flatMap((map) => Object.keys(map));
  for (const number of new Set(numbers)) {
    // What this page sent may have arrived without an acknowledgement, and was changed here since.
    const isOurs = sent[number]?.includes(held[number] ?? '') ?? false;
    const isChangedHere = marks[number] !== base[number];
    const isChangedThere = held[number] !== base[number];
    if (!isOurs && (!isChangedHere || isChangedThere)) continue;
    const mark = marks[number];
    if (mark === undefined) delete merged[number];
    else merged[number] = mark;
  }
  return merged;
}

/** Adds what differs from the base to what was sent. */
export function addSent({ base, marks, sent }: Unacknowledged): Unacknowledged['sent'] {
  const added = { ...sent };
  for (const number of new Set([...Object.keys(base), ...Object.keys(marks)])) {
    const option = marks[number] ?? '';
    const before = added[number] ?? [];
    const isChanged = marks[number] !== base[number] || before.length > 0;
    if (isChanged && !before.includes(option)) added[number] = [...before, option];
  }
  return added;
}

export function areSameMarks(one: MarkedAnswers, other: MarkedAnswers): boolean {
  const numbers = Object.keys(one);
  return (
    numbers.length === Object.keys(other).length &&
    numbers.every((number) => one[number] === other[number])
  );
}
