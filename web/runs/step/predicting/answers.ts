import type { TraceValue } from '@vlabs/contract/runs/trace/trace';
import { sayValue, showUnseen, type ValueNames } from '../words/value-words.ts';
import type { Question } from './questions.ts';

export interface Verdict {
  isRight: boolean;
  /** One sentence, such as `It prints 7, not 8.` */
  words: string;
}

/** Compares an answer with the trace. Quotes around a text, line ends and the way a number is written do not matter. */
export function judge(question: Question, answer: string, language: string): Verdict {
  const isRight = isRightAnswer(question, answer.trim(), language);
  const given = showUnseen(answer.trim().slice(0, MAX_REPEATED));
  switch (question.kind) {
    case 'prints': {
      const printed = quoteWords(question.text);
      const words = isRight
        ? `Right: it prints ${printed}.`
        : `It prints ${printed}, not ${quoteWords(given)}.`;
      return { isRight, words };
    }
    case 'value': {
      const fact = `${showUnseen(question.name)} is ${sayPlain(question.value, language)}`;
      return { isRight, words: isRight ? `Right: ${fact}.` : `${fact}, not ${given}.` };
    }
    case 'which':
      break;
  }
  const names = (isRight ? [answer.trim()] : question.right.slice(0, MAX_NAMED)).map(showUnseen);
  const fact = `${names.join(' and ')} ${names.length === 1 ? 'changes' : 'change'}`;
  return { isRight, words: isRight ? `Right: ${fact}.` : `${fact}, not ${given}.` };
}

/** Of an answer, in its verdict. */
const MAX_REPEATED = 60;
const MAX_NAMED = 3;

function isRightAnswer(question: Question, answer: string, language: string): boolean {
  switch (question.kind) {
    case 'prints':
      return [answer, withoutQuotes(answer)].some((text) => areSameWords(text, question.text));
    case 'value':
      return isRightValue(question.value, answer, language);
    case 'which':
      break;
  }
  return question.right.some((name) => name.trim() === answer);
}

function isRightValue(value: TraceValue, answer: string, language: string): boolean {
  if (value === null) return NOTHINGS.has(answer.toLowerCase());
  if (typeof value === 'boolean') return (value ? YES : NO).has(answer.toLowerCase());
  if (typeof value === 'string') return isRightText(value, answer);
  if (Array.isArray(value) && value[0] === 'c') return isRightCharacter(value[1], answer, language);
  return isSameWord(answer, sayPlain(value, language));
}

const NOTHINGS: ReadonlySet<string> = new Set(['none', 'null', 'nullptr']);
const YES: ReadonlySet<string> = new Set(['true', '1']);
const NO: ReadonlySet<string> = new Set(['false', '0']);

const isRightText = (value: string, answer: string): boolean =>
  [value, value.trim(), showUnseen(value)].some(
    (text) => text === answer || text === withoutQuotes(answer),
  );

const isRightCharacter = (code: number, answer: string, language: string): boolean =>
  isSameWord(answer, String(code)) ||
  withoutQuotes(answer) === withoutQuotes(sayPlain(['c', code], language));

const isWord = (word: string): boolean => word !== '';
const wordsOf = (text: string): string[] => text.split(/\s/).filter(isWord);

function areSameWords(one: string, other: string): boolean {
  const words = wordsOf(one);
  const others = wordsOf(other);
  return words.length === others.length && words.every((word, at) => isSameWord(word, others[at]));
}

function isSameWord(one: string, other = ''): boolean {
  if (one === other) return true;
  if (INTEGER.test(one) && INTEGER.test(other)) return integerOf(one) === integerOf(other);
  const [first, second] = [numberOf(one), numberOf(other)];
  const nearness = NEARNESS * Math.max(Math.abs(first), Math.abs(second));
  return Math.abs(first - second) <= nearness;
}

/** 0.1 + 0.2, and a `float` of C, are what a student calls them. */
const NEARNESS = 1e-7;
const INTEGER = /^[-+]?\d{1,200}$/;
const NUMBER = /^[-+.\dEe]{1,200}$/;

const integerOf = (text: string): bigint => BigInt(text.replace('+', ''));
/** NaN if it is none. */
const numberOf = (text: string): number => (NUMBER.test(text) ? Number(text) : Number.NaN);

/** The marks that programs and phones write around a text. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
]);

function withoutQuotes(text: string): string {
  const isQuoted = text.length > 1 && QUOTES.get(text.charAt(0)) === text.at(-1);
  return isQuoted ? text.slice(1, -1) : text;
}

const sayPlain = (value: TraceValue, language: string): string =>
  sayValue(value, { ...NO_NAMES, language });
const NO_NAMES: Omit<ValueNames, 'language'> = { objects: new Map(), types: [] };

/** A number as it is, everything else in quotes. */
function quoteWords(text: string): string {
  const shown = showUnseen(text);
  return Number.isNaN(numberOf(shown)) ? `"${shown}"` : shown;
}
