import { createHash } from 'node:crypto';

/** Question number → answer, both as text, in the numbering that the student sees. */
export type Answers = Readonly<Record<string, string>>;

/** Keys in number order, values as strings, no spaces: one text for the same answers. */
export function canonicalAnswers(answers: Answers): string {
  const entries = Object.entries(answers).toSorted(([one], [other]) => Number(one) - Number(other));
  const members = entries.map(
    ([number, option]) => `${JSON.stringify(number)}:${JSON.stringify(option)}`,
  );
  return `{${members.join(',')}}`;
}

export interface Receipt {
  /** How many questions are answered. */
  answers: number;
  /** Of the canonical text, in hexadecimal. */
  sha256: string;
}

export function receiptOf(answers: Answers): Receipt {
  return {
    answers: Object.keys(answers).length,
    sha256: createHash('sha256').update(canonicalAnswers(answers)).digest('hex'),
  };
}
