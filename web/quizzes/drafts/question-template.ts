import type { TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { OptionNumber } from '@vlabs/contract/quizzes/questions';
import { type Program, plainText } from './find-program.ts';

const PLACEHOLDER = /\{\{\s*([a-z]\w*)\s*\}\}/gi;

/** Whole numbers that a placeholder is drawn from, ends included. */
export interface NumberRange {
  name: string;
  from: number;
  to: number;
}

export type Numbers = Readonly<Record<string, number>>;

/** The names between double braces, each once, as they first stand. */
export const listPlaceholders = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

export const fillIn = (template: string, numbers: Numbers): string =>
  template.replaceAll(PLACEHOLDER, (whole, name: string) => String(numbers[name] ?? whole));

/** So many sets of numbers, all different; fewer where the ranges hold no more. */
export function drawNumbers(
  ranges: readonly NumberRange[],
  count: number,
  random: () => number = Math.random,
): Numbers[] {
  const drawn = new Map<string, Numbers>();
  // Small ranges repeat themselves soon; what has not come by then does not exist, or hardly.
  for (let tries = 0; tries < count * 50 && drawn.size < count; tries += 1) {
    const numbers = Object.fromEntries(
      ranges.map(({ name, from, to }) => [name, from + Math.floor(random() * (to - from + 1))]),
    );
    drawn.set(JSON.stringify(numbers), numbers);
  }
  return [...drawn.values()];
}

/** One slip of a reader of programs: what stands there, and what they take it for. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/(?<![<>=!+-])<(?![<=])/g, '<='],
  [/<=/g, '<'],
  [/(?<![<>=!-])>(?![>=])/g, '>='],
  [/>=/g, '>'],
  [/(?<![+])\+(?![+=])/g, '-'],
  [/(?<![*])\*(?![*=])/g, '+'],
  [/(?<![-])-(?![-=>])/g, '+'],
  [/\+=/g, '='],
  [/%(?=\s*[\w(])(?![dsfciu]\b)/g, '/'],
  [/(?<![/])\/(?![/=*])/g, '%'],
  [/\+\+/g, '--'],
  [/&&/g, '||'],
  [/\|\|/g, '&&'],
  [/==/g, '!='],
];

/** A program cannot be told from its mistaken reading by more than this many runs. */
const MAX_SLIPS = 8;

/** The same program as somebody reads it who makes one common mistake, at one place each. */
export function listMisreadings({ source, languageId }: Program): Program[] {
  const found = new Set<string>();
  for (const [pattern, instead] of slips) {
    for (const { index, 0: text } of source.matchAll(pattern)) {
      if (isInText(source, index)) continue;
      found.add(source.slice(0, index) + instead + source.slice(index + text.length));
    }
  }
  return [...found].slice(0, MAX_SLIPS).map((misread) => ({ source: misread, languageId }));
}

/** Between quotes, in a comment, or in a line of the preprocessor. */
function isInText(source: string, index: number): boolean {
  const line = source.slice(source.lastIndexOf('\n', index - 1) + 1, index);
  if (/^\s*#/.test(line) || /\/\/|#\s/.test(line)) return true;
  return [...line.matchAll(/(?<!\\)"/g)].length % 2 === 1;
}

/** Three wrong answers: first what misreadings print, then numbers close to the right one. */
export function chooseWrongAnswers(right: string, misread: readonly string[]): string[] | null {
  const wrong = new Set(misread.map(plainText).filter((text) => text !== '' && text !== right));
  if (/^-?\d{1,12}$/.test(right)) {
    const number = Number(right);
    for (const near of [number + 1, number - 1, number * 2, number + 10]) wrong.add(String(near));
    wrong.delete(right);
  }
  const chosen = [...wrong].filter((text) => text.length <= right.length + 40).slice(0, 3);
  return chosen.length === 3 ? chosen : null;
}

type Form = Pick<TypedQuestion, 'QuestionTitle' | 'QuestionOptions' | 'CorrectAnswer'>;

/** A question with its right answer at a place of its own among the wrong ones. */
export function writeForm(
  title: string,
  right: string,
  wrong: readonly string[],
  place: number,
): Form {
  const [first = '', second = '', third = '', fourth = ''] = wrong.toSpliced(place, 0, right);
  return {
    QuestionTitle: title,
    QuestionOptions: { 1: asCode(first), 2: asCode(second), 3: asCode(third), 4: asCode(fourth) },
    CorrectAnswer: OptionNumber.parse(String(place + 1)),
  };
}

/** What a program prints is shown as it stands; several lines as a block. */
function asCode(text: string): string {
  if (text.includes('\n')) return `\`\`\`text\n${text}\n\`\`\``;
  return text.includes('`') ? text : `\`${text}\``;
}
