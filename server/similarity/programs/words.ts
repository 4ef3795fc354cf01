import { type Language, languages } from '@vlabs/contract/runs/languages';
import { operatorsOf } from '../../platform/program-scanner.ts';
import type { LanguageWords } from '@vlabs/contract/runs/languages/entry';

/** How the words of a language count in comparisons. */
export interface Words {
  keywords: ReadonlySet<string>;
  /** Built-in types, which are interchangeable. */
  types: ReadonlySet<string>;
  /** Words that are optional in a program. */
  ignored: ReadonlySet<string>;
}

/** Names of the library are names like any other. */
const inSets = ({ keywords, types, optional }: LanguageWords): Words => ({
  keywords: new Set(keywords),
  types: new Set(types),
  ignored: new Set(optional),
});

const all = new Map(languages.map(({ key, words }) => [key, inSets(words)]));

export function wordsOf(language: Language): Words {
  const words = all.get(language);
  if (!words) throw new Error(`There is no language ${language}.`);
  return words;
}

const allWords = languages.flatMap(({ words }) => words.keywords);
const operators = languages.flatMap(({ syntax }) => operatorsOf(syntax));
const FIRST_FIXED = 16;
const fixed = new Map(
  [...new Set([...allWords, ...operators])].map((word, at) => [word, at + FIRST_FIXED]),
);
const FIRST_CHARACTER = 4096;

/** The number of a keyword or operator. */
export function codeOf(word: string): number {
  return fixed.get(word) ?? FIRST_CHARACTER + (word.codePointAt(0) ?? 0);
}
