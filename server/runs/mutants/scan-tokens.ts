import { type Language, languageOf } from '@vlabs/contract/runs/languages';
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
} from '../../platform/scan-source.ts';

/** A part of a program that the compiler reads. Comments, directives and imports are left out. */
export interface Token {
  kind: 'word' | 'number' | 'sign' | 'text';
  text: string;
  start: number;
  end: number;
}

/** Long signs first. `//` is a sign in Python only; elsewhere it begins a comment. */
const SIGNS =
  '>>>= <<= >>= >>> **= //= <=> ... -> ++ -- << >> <= >= == != && || :: := ** // += -= *= /= %= &= |= ^='.split(
    ' ',
  );
const LONGEST_PREFIX = 20;
const TEXT_PREFIX = /^[rbufRBUF]{1,2}(?=["'])/;
const RAW_TEXT = /^(?:u8|[uUL])?R"([^\s()\\]{0,16})\(/;

const BRINGING = new Set(['import', 'package', 'using', 'from']);

/** The tokens in order, read leniently and in linear time. */
export function scanTokens(language: Language, source: string): Token[] {
  return new Scanner(language, source).scan();
}

class Scanner {
  readonly #source: string;
  readonly #isPython: boolean;
  readonly #tokens: Token[] = [];
  /** No token was read in the current line. */
  #isFresh = true;

  constructor(language: Language, source: string) {
    this.#source = source;
    this.#isPython = languageOf(language).syntax.isIndented === true;
  }

  scan(): Token[] {
    for (let at = 0; at < this.#source.length;) at = this.#readOne(at);
    return this.#tokens;
  }

  /** Returns the next position. */
  #readOne(at: number): number {
    const source = this.#source;
    if (!isSpace(source.charCodeAt(at))) return this.#endOfComment(at) ?? this.#readToken(at);
    if (source[at] === '\n') this.#isFresh = true;
    return at + 1;
  }

  #readToken(at: number): number {
    const source = this.#source;
    const text = this.#endOfText(at);
    if (text !== null) return this.#add('text', at, text);
    const code = source.charCodeAt(at);
    if (isDigit(code) || (source[at] === '.' && isDigit(source.charCodeAt(at + 1)))) {
      return this.#add('number', at, endOfNumber(source, at));
    }
    if (isWordStart(code)) return this.#readWord(at, endOfWord(source, at));
    const sign = SIGNS.find((one) => source.startsWith(one, at));
    return this.#add('sign', at, at + (sign?.length ?? 1));
  }

  #readWord(at: number, end: number): number {
    const isBringing = this.#isFresh && BRINGING.has(this.#source.slice(at, end));
    if (!isBringing) return this.#add('word', at, end);
    return this.#isPython ? endOfLine(this.#source, end) : endAfter(this.#source, ';', end);
  }

  /** Null if no comment or directive begins here. */
  #endOfComment(at: number): number | null {
    const source = this.#source;
    if (this.#isPython) return source[at] === '#' ? endOfLine(source, at) : null;
    if (source.startsWith('//', at)) return endOfLine(source, at);
    if (source.startsWith('/*', at)) return endAfter(source, '*/', at + 2);
    return source[at] === '#' ? endOfContinuedLine(source, at) : null;
  }

  #endOfText(at: number): number | null {
    const source = this.#source;
    const ahead = source.slice(at, at + LONGEST_PREFIX);
    const raw = this.#isPython ? null : RAW_TEXT.exec(ahead);
    if (raw) return endAfter(source, `)${raw[1] ?? ''}"`, at + raw[0].length);
    const prefix = this.#isPython ? TEXT_PREFIX.exec(ahead) : null;
    const begin = at + (prefix?.[0].length ?? 0);
    const quote = source[begin] ?? '';
    if (quote !== '"' && quote !== "'") return null;
    const block = quote.repeat(3);
    return source.startsWith(block, begin)
      ? endAfter(source, block, begin + 3)
      : endOfQuoted(source, begin);
  }

  #add(kind: Token['kind'], start: number, end: number): number {
    this.#isFresh = false;
    this.#tokens.push({ kind, text: this.#source.slice(start, end), start, end });
    return end;
  }
}
