import { createHash } from 'node:crypto';
import type { OptionNumber } from '@vlabs/contract/quizzes/questions';

/** Question number → option number, both as text, in the numbering that the student sees. */
export type Marks = Readonly<Record<string, string>>;

/** Keys in number order, values as strings, no spaces: one text for one set of marks. */
export function canonicalMarks(marks: Marks): string {
  const entries = Object.entries(marks).toSorted(([one], [other]) => Number(one) - Number(other));
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

export function receiptOf(marks: Marks): Receipt {
  return {
    answers: Object.keys(marks).length,
    sha256: createHash('sha256').update(canonicalMarks(marks)).digest('hex'),
  };
}

/** As the wire has them; marks were checked when they came. */
export function asAnswers(marks: Marks): Record<string, OptionNumber> {
  return Object.fromEntries(
    Object.entries(marks).flatMap(([number, option]) =>
      isOption(option) ? [[number, option] as const] : [],
    ),
  );
}

function isOption(option: string): option is OptionNumber {
  return option === '1' || option === '2' || option === '3' || option === '4';
}
