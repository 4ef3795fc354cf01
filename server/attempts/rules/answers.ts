import type { Language } from '@vlabs/contract/runs/languages';
import { createHash } from 'node:crypto';

/** Question number → answer, both as text, in the student's numbering. */
export type Answers = Readonly<Record<string, string>>;

/** Keys in numeric order, values as strings, no spaces, so that equal answers have equal text. */
export const canonicalAnswers = (answers: Answers): string => `{${listMembers(answers).join(',')}}`;

function listMembers(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([number, value]) => `${JSON.stringify(number)}:${JSON.stringify(value)}`);
}

/** Question number → the program that counts, by the hash of its text. */
export type Programs = Readonly<Record<string, { language: Language; sha256: string }>>;

export interface Receipt {
  /** The number of answered questions. */
  answers: number;
  /** Of the canonical text, in hexadecimal. */
  sha256: string;
}

/** The canonical text of a receipt. It has programs only if there are any, so that other receipts stay as they are. */
export function receiptText(answers: Answers, programs: Programs = {}): string {
  const members = listMembers(answers);
  const listed = listMembers(programs);
  if (listed.length > 0) members.push(`"programs":{${listed.join(',')}}`);
  return `{${members.join(',')}}`;
}

export function receiptOf(answers: Answers, programs: Programs = {}): Receipt {
  return {
    answers: Object.keys(answers).length + Object.keys(programs).length,
    sha256: createHash('sha256').update(receiptText(answers, programs)).digest('hex'),
  };
}
