import type { Answers } from '@vlabs/contract/quizzes/attempts';

/** Answers that the server has not acknowledged. */
export interface Unacknowledged {
  /** What the server had when they were made. */
  base: Answers;
  answers: Answers;
  /** For each question the options that were sent since, '' for none: any may have arrived unheard. */
  sent: Record<string, string[]>;
}

/**
 * What the server holds now, with the answers made here on top. Where another page has changed the same
 * question since, its answer stays: it was acknowledged.
 */
export function mergeAnswers(held: Answers, { base, answers, sent }: Unacknowledged): Answers {
  const merged = { ...held };
  const numbers = [base, answers, sent].flatMap((map) => Object.keys(map));
  for (const number of new Set(numbers)) {
    // What this page sent may have arrived without an acknowledgement, and was changed here since.
    const isOurs = sent[number]?.includes(held[number] ?? '') ?? false;
    const isChangedHere = answers[number] !== base[number];
    const isChangedThere = held[number] !== base[number];
    if (!isOurs && (!isChangedHere || isChangedThere)) continue;
    const answer = answers[number];
    if (answer === undefined) delete merged[number];
    else merged[number] = answer;
  }
  return merged;
}

/** Adds what differs from the base to what was sent. */
export function addSent({ base, answers, sent }: Unacknowledged): Unacknowledged['sent'] {
  const added = { ...sent };
  for (const number of new Set([...Object.keys(base), ...Object.keys(answers)])) {
    const option = answers[number] ?? '';
    const before = added[number] ?? [];
    const isChanged = answers[number] !== base[number] || before.length > 0;
    if (isChanged && !before.includes(option)) added[number] = [...before, option];
  }
  return added;
}

export function areSameAnswers(one: Answers, other: Answers): boolean {
  const numbers = Object.keys(one);
  return (
    numbers.length === Object.keys(other).length &&
    numbers.every((number) => one[number] === other[number])
  );
}
