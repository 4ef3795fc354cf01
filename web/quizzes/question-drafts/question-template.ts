import type { TypedQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { OptionNumber } from '@vlabs/contract/quizzes/questions';
import { type Program, plainText } from './find-program.ts';

const PLACEHOLDER = /\{\{\s*([a-z]\w*)\s*\}\}/gi;

/** The range of a placeholder, inclusive. */
export interface NumberRange {
  name: string;
  from: number;
  to: number;
}

export type Numbers = Readonly<Record<string, number>>;

/** The names in double braces, in order of first use. */
export const listPlaceholders = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

export const fillIn = (template: string, numbers: Numbers): string =>
  template.replaceAll(PLACEHOLDER, (whole, name: string) => String(numbers[name] ?? whole));

/** Draws distinct sets of numbers; returns fewer if the ranges are too small. */
export function drawNumbers(
  ranges: readonly NumberRange[],
  count: number,
  random: () => number = Math.random,
): Numbers[] {
  const drawn = new Map<string, Numbers>();
  // Small ranges repeat soon; after this many draws hardly any new set is left.
  for (let tries = 0; tries < count * 50 && drawn.size < count; tries += 1) {
    const numbers = Object.fromEntries(
      ranges.map(({ name, from, to }) => [name, from + Math.floor(random() * (to - from + 1))]),
    );
    drawn.set(JSON.stringify(numbers), numbers);
  }
  return [...drawn.values()];
}

/** One mistake of a reader: the text, and how it is misread. */
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

/** Limits the number of runs per program. */
const MAX_SLIPS = 8;

/** Variants of the program, each with one common reading mistake at one place. */
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

/** Inside quotes, a comment, or a preprocessor line. */
function isInText(source: string, index: number): boolean {
  const line = source.slice(source.lastIndexOf('\n', index - 1) + 1, index);
  if (/^\s*#/.test(line) || /\/\/|#\s/.test(line)) return true;
  return [...line.matchAll(/(?<!\\)"/g)].length % 2 === 1;
}

/** Chooses three wrong answers: output of misreadings first, then numbers close to the correct one. */
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

/** A question with the correct answer at a random position. */
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

/** Output is shown verbatim; several lines become a block. */
function asCode(text: string): string {
  if (text.includes('\n')) return `\`\`\`text\n${text}\n\`\`\``;
  return text.includes('`') ? text : `\`${text}\``;
}
