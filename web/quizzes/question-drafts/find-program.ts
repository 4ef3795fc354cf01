import { findLanguageNamed } from '@vlabs/contract/runs/languages';
import {
  OPTION_NUMBERS,
  type OptionNumber,
  type UnfinishedKind,
} from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/contract/kinds/kinds';

export interface Program {
  languageId: number;
  source: string;
}

const BLOCK = /^(`{3,}|~{3,})[ \t]*([\w+]+)[ \t]*\n([\s\S]*?)\n\1[ \t]*$/gm;

/** Returns the first code block in a language that every server runs, or null. */
export function findProgram(text: string): Program | null {
  for (const [, , name = '', source = ''] of text.replaceAll('\r\n', '\n').matchAll(BLOCK)) {
    const language = findLanguageNamed(name);
    if (language && !language.optional) return { languageId: language.id, source };
  }
  return null;
}

const ASKS_FOR_OUTPUT = /\b(outputs?|prints?|printed|displays?|displayed)\b/i;

/** The text around the program asks for its output. */
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

/** Normalised for comparison: without line ends, outer spaces and code marks. */
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
  /** It cannot be compared with the key, or there is none yet. */
  | { is: 'printed'; printed: string }
  /** `option` is the one with the output; null if there is none. */
  | { is: 'wrong-key'; printed: string; option: OptionNumber | null };

/** Compares a program's output with the options and the marked answer. */
export function comparePrinted(
  stdout: string,
  options: Record<OptionNumber, string>,
  marked: string,
): Printed {
  const printed = plainText(stdout);
  if (marked === '') return { is: 'printed', printed };
  const matching = OPTION_NUMBERS.filter((number) => plainText(options[number]) === printed);
  if (matching.some((number) => number === marked)) return { is: 'verified', printed };
  return { is: 'wrong-key', printed, option: matching[0] ?? null };
}

/** Compares a program's output with the key of a question of a kind: with its options, or as a typed answer. */
export function compareWithKey(
  stdout: string,
  { Kind, Body: body, Key: key }: Pick<UnfinishedKind, 'Kind' | 'Body' | 'Key'>,
): Printed {
  const printed = plainText(stdout);
  const kind = kinds[Kind];
  const options = kind.textsOf(body);
  const place = options.findIndex((option) => plainText(option) === printed);
  const answer = options.length > 0 ? String(place + 1) : printed;
  const hasKey = kind.listRight({ body, key }).length > 0;
  const isPrinted = options.length > 0 || kind.isAnswer(body, answer);
  if (!hasKey || !isPrinted || kind.judged) return { is: 'printed', printed };
  const isRight =
    kind.isAnswer(body, answer) &&
    kind.classesOf(body, answer).some((name) => kind.showClass({ body, key }, name).isRight);
  return isRight ? { is: 'verified', printed } : { is: 'wrong-key', printed, option: null };
}
