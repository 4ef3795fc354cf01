import { createHash } from 'node:crypto';

/** Question number → answer, both as text, in the student's numbering. */
export type Answers = Readonly<Record<string, string>>;

/** Keys in numeric order, values as strings, no spaces, so that equal answers have equal text. */
export function canonicalAnswers(answers: Answers): string {
  const entries = Object.entries(answers).toSorted(([one], [other]) => Number(one) - Number(other));
  const members = entries.map(
    ([number, option]) => `${JSON.stringify(number)}:${JSON.stringify(option)}`,
  );
  return `{${members.join(',')}}`;
}

export interface Receipt {
  /** The number of answered questions. */
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
