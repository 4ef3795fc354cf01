import type { Syntax } from '@vlabs/contract/runs/languages/entry';
import {
  endAfter,
  endOfContinuedLine,
  endOfLine,
  endOfNumber,
  endOfQuoted,
  endOfWord,
  isDigit,
  isSpace,
  isWordStart,
} from './scan-source.ts';

/** `line` is the end of a line, in languages whose statements end there. */
type TokenKind = 'word' | 'number' | 'sign' | 'text' | 'line';

const QUOTES = `"'`;
/** Such as `u8R` or `br`. */
const LONGEST_PREFIX = 3;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const AT = 64;
const NEWLINE = 10;
const POINT = 46;
/** Operators of C, Java and Python. */
const OPERATORS = (
  '>>>= <<= >>= >>> ... ->* **= //= <=> :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ' +
  ':= ** // @='
).split(' ');

/** All operators of a language, longest first, so that the first match is the right one. */
export const operatorsOf = ({ operators = [] }: Syntax): string[] =>
  [...OPERATORS, ...operators].toSorted((one, other) => other.length - one.length);

/**
 * Reads the tokens of a program leniently and in linear time, without comments. The current token is in the fields, so
 * that long programs need no object for each.
 */
export class ProgramScanner {
  readonly #text: string;
  readonly #syntax: Syntax;
  /** Longest first, by the code of their first sign. */
  readonly #operators: string[][] = [];
  /** First signs of comments, and of texts without a prefix. */
  readonly #ofComments: ReadonlySet<number>;
  readonly #ofTexts: ReadonlySet<number>;
  readonly #hasPrefixes: boolean;
  kind: TokenKind = 'line';
  start = 0;
  /** Where the next token is looked for. A reader may move it. */
  end = 0;

  constructor(text: string, syntax: Syntax) {
    this.#text = text;
    this.#syntax = syntax;
    const { lineComments, blockComments = [], longTexts = [], quotes = QUOTES } = syntax;
    const begins = [...lineComments, ...blockComments.map(([begin]) => begin)];
    this.#ofComments = firstCodes(syntax.hasDirectives ? [...begins, '#'] : begins);
    const { character, textPrefix, rawText } = syntax;
    this.#ofTexts = firstCodes([
      ...quotes.split(''),
      ...longTexts.map(([begin]) => begin),
      ...(character ? ["'"] : []),
    ]);
    this.#hasPrefixes = textPrefix !== undefined || rawText !== undefined;
    for (const operator of operatorsOf(syntax))
      (this.#operators[operator.charCodeAt(0)] ??= []).push(operator);
  }

  /** Moves to the next token. False at the end. */
  next(): boolean {
    const text = this.#text;
    while (this.end < text.length) {
      const at = this.end;
      const code = text.charCodeAt(at);
      if (code === NEWLINE && this.#syntax.endsWithLine) return this.#take('line', at, at + 1);
      if (isSpace(code)) {
        this.end = at + 1;
        continue;
      }
      const afterComment = this.#ofComments.has(code) ? this.#endOfComment(at) : null;
      if (afterComment === null) return this.#readToken(at, code);
      this.end = afterComment;
    }
    return false;
  }

  #readToken(at: number, code: number): boolean {
    const text = this.#text;
    const end = this.#mayBeText(at, code) ? this.#endOfText(at) : null;
    if (end !== null) return this.#take('text', at, end);
    if (isDigit(code) || (code === POINT && isDigit(text.charCodeAt(at + 1))))
      return this.#take('number', at, endOfNumber(text, at));
    if (isWordStart(code)) return this.#take('word', at, endOfWord(text, at));
    return this.#take('sign', at, this.#endOfSign(at, code));
  }

  /** Null if no comment begins here. */
  #endOfComment(at: number): number | null {
    const text = this.#text;
    const { lineComments, blockComments = [], hasDirectives = false } = this.#syntax;
    for (const [begin, end] of blockComments)
      if (text.startsWith(begin, at)) return endAfter(text, end, at + begin.length);
    for (const begin of lineComments) if (text.startsWith(begin, at)) return endOfLine(text, at);
    return hasDirectives && text[at] === '#' ? endOfDirective(text, at) : null;
  }

  #endOfSign(at: number, code: number): number {
    for (const operator of this.#operators[code] ?? [])
      if (this.#text.startsWith(operator, at)) return at + operator.length;
    return at + 1;
  }

  #mayBeText(at: number, code: number): boolean {
    if (this.#ofTexts.has(code)) return true;
    if (!this.#hasPrefixes || !(isWordStart(code) || code === AT)) return false;
    for (let after = at + 1; after <= at + LONGEST_PREFIX; after += 1) {
      const next = this.#text.charCodeAt(after);
      if (next === QUOTE || next === APOSTROPHE || next === HASH) return true;
    }
    return false;
  }

  /** Null if no text begins here. */
  #endOfText(at: number): number | null {
    const text = this.#text;
    const { rawText, textPrefix, character, quotes = QUOTES, longTexts = [] } = this.#syntax;
    if (rawText) {
      const begin = matchAt(rawText.begin, text, at);
      const mark = begin?.[1] ?? '';
      if (begin) return endAfter(text, rawText.end.join(mark), at + begin[0].length);
    }
    const prefix = textPrefix ? matchAt(textPrefix, text, at) : null;
    const from = at + (prefix?.[0].length ?? 0);
    for (const [begin, end] of longTexts)
      if (text.startsWith(begin, from)) return endAfter(text, end, from + begin.length);
    if (quotes.includes(text.charAt(from))) return endOfQuoted(text, from);
    const one = character ? matchAt(character, text, from) : null;
    return one && from + one[0].length;
  }

  #take(kind: TokenKind, start: number, end: number): true {
    this.kind = kind;
    this.start = start;
    this.end = end;
    return true;
  }
}

const firstCodes = (begins: readonly string[]) =>
  new Set(begins.map((begin) => begin.charCodeAt(0)));

/** @param pattern sticky */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The body of a macro is read; other directives are skipped. */
function endOfDirective(text: string, at: number): number {
  const define = /^#[ \t]*define\b/.exec(text.slice(at, at + 40));
  return define ? at + define[0].length : endOfContinuedLine(text, at);
}
