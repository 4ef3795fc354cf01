import type { Language } from '@vlabs/contract/runs/languages';

/** How the words of a language count in comparisons. */
export interface Words {
  keywords: ReadonlySet<string>;
  /** Built-in types, which are interchangeable. */
  types: ReadonlySet<string>;
  /** Words that are optional in a program. */
  ignored: ReadonlySet<string>;
}

const set = (words: string) => new Set(words.split(' '));

const cTypes =
  'void char short int long float double signed unsigned bool _Bool size_t ssize_t ' +
  'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t';
const cKeywords =
  'break case continue default do else enum for goto if return sizeof struct switch typedef union while';
const cIgnored = 'auto const extern inline register restrict static volatile';

const c: Words = { keywords: set(cKeywords), types: set(cTypes), ignored: set(cIgnored) };

const cpp: Words = {
  keywords: set(
    `${cKeywords} catch class delete dynamic_cast false friend namespace new nullptr operator ` +
      'reinterpret_cast static_cast template this throw true try typename using virtual',
  ),
  types: set(`${cTypes} auto wchar_t char8_t char16_t char32_t`),
  ignored: set(
    'const constexpr consteval extern explicit inline mutable noexcept override final private ' +
      'protected public register static volatile',
  ),
};

const java: Words = {
  keywords: set(
    'assert break case catch class continue default do else enum extends false finally for if ' +
      'implements instanceof interface new null record return super switch this throw throws true ' +
      'try while yield',
  ),
  types: set(
    'boolean byte char double float int long short var void Boolean Byte Character Double Float ' +
      'Integer Long Short',
  ),
  ignored: set(
    'abstract final native private protected public static strictfp synchronized transient volatile',
  ),
};

export const pythonWords: Words = {
  keywords: set(
    'False None True and assert async await break class continue def del elif else except finally ' +
      'for global if in is lambda nonlocal not or pass raise return try while with yield match case',
  ),
  types: new Set(),
  ignored: new Set(),
};

export const wordsOf: Record<Language, Words> = { c, cpp, java, python: pythonWords };

/** Longest first, so that the first match is the right one. */
export const operators = (
  '>>>= <<= >>= >>> ... ->* **= //= <=> :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ' +
  ':= ** // @='
).split(' ');

const allWords = [c, cpp, java, pythonWords].flatMap(({ keywords }) => [...keywords]);
const FIRST_FIXED = 16;
const fixed = new Map(
  [...new Set([...allWords, ...operators])].map((word, at) => [word, at + FIRST_FIXED]),
);
const FIRST_CHARACTER = 4096;

/** The number of a keyword or operator. */
export function codeOf(word: string): number {
  return fixed.get(word) ?? FIRST_CHARACTER + (word.codePointAt(0) ?? 0);
}
