import { readOperator } from './c-family.ts';
import {
  endAfter,
  endOfLine,
  endOfNumber,
  endOfQuoted,
  endOfWord,
  isDigit,
  isSpace,
  isWordStart,
} from '../../platform/scan-source.ts';
import { CODE_COMMA, CODE_END, CODE_NUMBER, CODE_TEXT, type TokenList } from './tokens.ts';
import { codeOf, wordsOf } from './words.ts';

const pythonWords = wordsOf('python');
const NEWLINE = 10;
const POINT = 46;

/** Tokenises Python. Statements end with their line; indentation does not count. */
export function tokenisePython(text: string, list: TokenList): void {
  const reader = new PythonReader(text, list);
  let at = 0;
  while (at < text.length && !list.isFull) at = reader.readOne(at);
  if (at < text.length) list.add(CODE_END, at, at);
  else reader.endStatement(at);
}

class PythonReader {
  readonly #text: string;
  readonly #list: TokenList;
  /** Open brackets, within which lines do not end. */
  #depth = 0;
  /** The start of the current statement in the list. */
  #begin: number;

  constructor(text: string, list: TokenList) {
    this.#text = text;
    this.#list = list;
    this.#begin = list.length;
  }

  /** Reads one token and returns the next position. */
  readOne(at: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      if (this.#depth === 0) this.endStatement(at);
      return at + 1;
    }
    if (isSpace(code)) return at + 1;
    if (isDigit(code) || (code === POINT && isDigit(text.charCodeAt(at + 1)))) {
      const end = endOfNumber(text, at);
      this.#list.addLiteral(CODE_NUMBER, at, end);
      return end;
    }
    const quoteAt = this.#quoteAt(at);
    if (quoteAt !== null) return this.#readText(at, quoteAt);
    return isWordStart(code) ? this.#readWord(at) : this.#readSign(at);
  }

  /** A statement that is only a string is documentation. */
  endStatement(at: number): void {
    const list = this.#list;
    if (list.length === this.#begin) return;
    if (list.length === this.#begin + 1 && list.last === CODE_TEXT) list.drop();
    else list.add(CODE_END, at, at);
    this.#begin = list.length;
  }

  /** A string with or without a prefix such as `rb`. */
  #quoteAt(at: number): number | null {
    for (let quoteAt = at; quoteAt < at + 3; quoteAt += 1) {
      const sign = this.#text.charAt(quoteAt);
      if (sign === '"' || sign === "'") return quoteAt;
      if (!/^[rbufRBUF]$/.test(sign)) return null;
    }
    return null;
  }

  #readText(at: number, quoteAt: number): number {
    const text = this.#text;
    const triple = text.charAt(quoteAt).repeat(3);
    const isBlock = text.startsWith(triple, quoteAt);
    const end = isBlock ? endAfter(text, triple, quoteAt + 3) : endOfQuoted(text, quoteAt);
    this.#list.addLiteral(CODE_TEXT, at, end);
    return end;
  }

  #readWord(at: number): number {
    const end = endOfWord(this.#text, at);
    const word = this.#text.slice(at, end);
    const isFirst = this.#list.length === this.#begin;
    if (isFirst && (word === 'import' || word === 'from')) return endOfLine(this.#text, end);
    if (pythonWords.keywords.has(word)) this.#list.add(codeOf(word), at, end);
    else this.#list.addName(word, at, end);
    return end;
  }

  #readSign(at: number): number {
    const sign = this.#text.charAt(at);
    if (sign === '#') return endOfLine(this.#text, at);
    if ('([{'.includes(sign)) this.#depth += 1;
    if (')]}'.includes(sign)) this.#depth = Math.max(0, this.#depth - 1);
    if (sign === '\\') return this.#text.startsWith('\r\n', at + 1) ? at + 3 : at + 2;
    if (sign === ';') this.endStatement(at);
    else if (sign === ',') this.#list.add(CODE_COMMA, at, at + 1);
    else return readOperator(this.#text, at, this.#list);
    return at + 1;
  }
}
