import type { z } from 'zod';
import type { TestOutcome } from '../runs/test-case.ts';
import type { Halves } from './kind.ts';

export interface PrintedChoice {
  letter: string;
  /** Markdown. */
  text: string;
  isChosen: boolean;
  isRight: boolean;
}

/** A part of a question on paper, below its title. */
export type PrintedPart =
  | { part: 'options'; options: PrintedChoice[] }
  /** Empty lines to write the answer on. */
  | { part: 'lines'; count: number }
  | { part: 'text'; label: string; text: string }
  | { part: 'markdown'; label: string; text: string }
  | { part: 'program'; label: string; text: string }
  /** Input or output. */
  | { part: 'output'; label: string; text: string }
  /** How a program did in each test case, if it was run. */
  | { part: 'outcomes'; outcomes: { name: string; points: string; outcome: TestOutcome | null }[] };

/** What is printed besides the question. */
export interface Given<Key> {
  /** Null if none was given; absent on a paper to fill in. */
  answer?: string | null | undefined;
  /** Absent if the paper does not show the correct answer. */
  key?: Key | undefined;
  /** The judgement of a program. */
  judgement?: string | null | undefined;
}

export type PrintedForm = ReturnType<typeof definePrinted>;

/** How a kind is printed, with its types erased; body and key are parsed by their schemas. */
export function definePrinted<Body, Key>(
  { Body, Key }: { Body: z.ZodType<Body>; Key: z.ZodType<Key> },
  print: (body: Body, given: Given<Key>) => PrintedPart[],
) {
  return ({ body, key }: Halves, { answer, judgement }: Omit<Given<unknown>, 'key'>) =>
    print(Body.parse(body), {
      answer,
      judgement,
      key: key === undefined ? undefined : Key.parse(key),
    });
}

const LETTERS = 'ABCDEFGHIJ';

/** Options with what was chosen and what is correct, by position from 1. */
export const printOptions = (
  options: readonly string[],
  chosen: readonly number[],
  right: readonly number[],
): PrintedPart => ({
  part: 'options',
  options: options.map((text, at) => ({
    letter: LETTERS[at] ?? String(at + 1),
    text,
    isChosen: chosen.includes(at + 1),
    isRight: right.includes(at + 1),
  })),
});

/** The answer that was typed, or a line to write it on, and the correct ones. */
export function printTyped(
  answer: string | null | undefined,
  right: readonly string[] | undefined,
): PrintedPart[] {
  const isToFillIn = answer === undefined && right === undefined;
  return [
    ...(isToFillIn ? [{ part: 'lines' as const, count: 1 }] : []),
    ...printNotAnswered(answer),
    ...(answer ? [{ part: 'text' as const, label: 'Answer', text: answer }] : []),
    ...(right && right.length > 0
      ? [{ part: 'markdown' as const, label: 'Correct answer', text: right.join(' or ') }]
      : []),
  ];
}

export const printNotAnswered = (answer: string | null | undefined): PrintedPart[] =>
  answer === null ? [{ part: 'text', label: 'Answer', text: 'Not answered' }] : [];
