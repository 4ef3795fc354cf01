import { findLanguageNamed } from '@vlabs/contract/running/languages';
import { OPTION_NUMBERS, type OptionNumber } from '@vlabs/contract/quizzes/questions';

export interface Program {
  languageId: number;
  source: string;
}

const BLOCK = /^(`{3,}|~{3,})[ \t]*([\w+]+)[ \t]*\n([\s\S]*?)\n\1[ \t]*$/gm;

/** The first block of code whose language can be run; null when there is none. */
export function findProgram(text: string): Program | null {
  for (const [, , name = '', source = ''] of text.replaceAll('\r\n', '\n').matchAll(BLOCK)) {
    const language = findLanguageNamed(name);
    if (language) return { languageId: language.id, source };
  }
  return null;
}

const ASKS_FOR_OUTPUT = /\b(outputs?|prints?|printed|displays?|displayed)\b/i;

/** The words around the program ask what it prints. */
export const asksForOutput = (text: string): boolean =>
  ASKS_FOR_OUTPUT.test(text.replaceAll(BLOCK, ''));

function withoutFence(text: string): string {
  const [opening = '', fence = ''] = /^(`{3,})[\w+]*\n/.exec(text) ?? [];
  const closing = `\n${fence}`;
  const end = text.length - closing.length;
  const isFenced = fence !== '' && end >= opening.length && text.endsWith(closing);
  return isFenced ? text.slice(opening.length, end) : text;
}

function withoutSpanMarks(text: string): string {
  const [marks = ''] = /^`+/.exec(text) ?? [];
  if (marks === '') return text;
  if (marks === text) return marks.length % 2 === 0 ? '' : text;
  const code = text.slice(marks.length, -marks.length);
  return text.endsWith(marks) && !code.includes('`') ? code : text;
}

/** As it is compared: without line ends, spaces at the ends, and the marks of code. */
export function plainText(text: string): string {
  return withoutSpanMarks(withoutFence(text.trim()))
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

export type Printed =
  | { is: 'verified'; printed: string }
  /** `option` is the one that says what is printed; null when none does. */
  | { is: 'wrong-key'; printed: string; option: OptionNumber | null };

/** Holds what a program printed against the options and the marked answer. */
export function comparePrinted(
  stdout: string,
  options: Record<OptionNumber, string>,
  marked: string,
): Printed {
  const printed = plainText(stdout);
  const matching = OPTION_NUMBERS.filter((number) => plainText(options[number]) === printed);
  if (matching.some((number) => number === marked)) return { is: 'verified', printed };
  return { is: 'wrong-key', printed, option: matching[0] ?? null };
}
