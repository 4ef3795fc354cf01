import type { Language } from '@vlabs/contract/runs/languages';
import type { TaggedValue, TraceValue } from '@vlabs/contract/runs/trace/trace';

interface Constants {
  yes: string;
  no: string;
  nothing: string;
}

const C_LIKE: Constants = { yes: 'true', no: 'false', nothing: 'null' };
const CONSTANTS: Partial<Record<Language, Constants>> = {
  c: { ...C_LIKE, nothing: 'NULL' },
  cpp: { ...C_LIKE, nothing: 'nullptr' },
  python: { yes: 'True', no: 'False', nothing: 'None' },
};

/** The language of a trace may be one that this page does not know. */
export function constantsOf(language: string): Constants {
  const found = Object.entries(CONSTANTS).find(([key]) => key === language);
  return found?.[1] ?? C_LIKE;
}

/** Control characters, and those that change the order in which text is shown. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', String.raw`\n`],
  ['\t', String.raw`\t`],
  ['\r', String.raw`\r`],
  ['\0', String.raw`\0`],
]);

/** A text with what cannot be seen in it as escapes. */
export const showUnseen = (text: string): string =>
  text.replace(UNSEEN, (character) => ESCAPES.get(character) ?? escapeOf(character));

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x100
    ? String.raw`\x` + digits.padStart(2, '0')
    : String.raw`\u` + digits.padStart(4, '0');
}

const quote = (text: string): string => `"${showUnseen(text)}"`;

const MAX_CODE_POINT = 0x10ffff;

/** A character in quotes; its number if it is none. */
function showCharacter(code: number): string {
  const isCharacter = Number.isInteger(code) && code >= 0 && code <= MAX_CODE_POINT;
  return isCharacter ? `'${showUnseen(String.fromCodePoint(code))}'` : String(code);
}

const numbers = new Intl.NumberFormat('en-IN');

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${numbers.format(count)} ${count === 1 ? one : many}`;

/** What a value is called; objects by their names. */
export interface ValueNames {
  language: string;
  /** Such as `Node 3`, by the object's id. */
  objects: ReadonlyMap<number, string>;
  types: readonly string[];
}

export const nameOfObject = (names: ValueNames, id: number): string =>
  names.objects.get(id) ?? `object ${id}`;

/** A value in a few words, for a screen reader and for what is shown in one line. */
export function sayValue(value: TraceValue, names: ValueNames): string {
  if (value === null) return constantsOf(names.language).nothing;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') {
    const { yes, no } = constantsOf(names.language);
    return value ? yes : no;
  }
  return sayTagged(value, names);
}

function sayTagged(value: TaggedValue, names: ValueNames): string {
  switch (value[0]) {
    case 'r': {
      const name = nameOfObject(names, value[1]);
      return value[2] === undefined ? name : `element ${value[2]} of ${name}`;
    }
    case 'v':
      return `address of ${showUnseen(value[2])}`;
    case 'd':
      return value[1] === undefined
        ? 'dangling'
        : `dangling, ${nameOfObject(names, value[1])} was freed`;
    case 'u':
      return value[1] === undefined ? 'not set' : `${countOf(value[1], 'element')} not set`;
    case 'f':
    case 'i':
    case 'x':
      return showUnseen(value[1]);
    case 'c':
      return showCharacter(value[1]);
    case 's':
      return `"${showUnseen(value[1])}…", ${countOf(value[2], 'character')}`;
    case 'o':
      break;
  }
  return `${showUnseen(names.types[value[2]] ?? value[1])} of ${countOf(value[3], 'element')}`;
}
