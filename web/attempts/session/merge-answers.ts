import type { Answers } from '@vlabs/contract/quizzes/attempts';

/** Answers that the server has not acknowledged. */
export interface Unacknowledged {
  /** The server's answers when these were made. */
  base: Answers;
  answers: Answers;
  /**
   * For each question the options sent since, '' for none. Any of them may have arrived without a
   * reply.
   */
  sent: Record<string, string[]>;
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

/** Records the differences from the base as sent. */
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
