import { requireLanguage } from '@vlabs/contract/runs/languages';
import type { Syntax } from '@vlabs/contract/runs/languages/entry';
import { ProgramScanner } from '../../platform/program-scanner.ts';
import { endAfter, endOfLine, endOfWord } from '../../platform/scan-source.ts';
import { CODE_COMMA, CODE_END, CODE_NUMBER, CODE_TEXT, TokenList, type Tokens } from './tokens.ts';
import { type Words, codeOf, wordsOf } from './words.ts';

export interface SourceFile {
  /** Empty for the program of the Workspace. */
  name: string;
  text: string;
}

/** A program as it is compared and shown: its files in order, each below its name. */
export function joinFiles(files: readonly SourceFile[]): string {
  return files.map((file) => headOf(file) + file.text).join('\n');
}

/** The tokens of a program with positions in the text of `joinFiles`, up to a limit. */
export function tokenise(files: readonly SourceFile[], languageId: number, max: number): Tokens {
  const list = new TokenList(max);
  const { key, syntax } = requireLanguage(languageId);
  const words = wordsOf(key);
  let offset = 0;
  for (const file of files) {
    const head = headOf(file);
    list.beginFile(offset + head.length);
    new ProgramReader(file.text, { syntax, words, list }).read();
    offset += head.length + file.text.length + 1;
  }
  return list.finish();
}

const headOf = ({ name }: SourceFile): string => (name === '' ? '' : `===== ${name} =====\n`);

/** A header or namespace after a word such as `import`, up to the semicolon. */
const NAMED = /^\s+(?:namespace\s|std::|[\w.:*{},\s]{1,200};)/;
const LONGEST_NAMED = 210;

/** Adds the tokens of one file in a normal form. */
class ProgramReader {
  readonly #text: string;
  readonly #scanner: ProgramScanner;
  readonly #syntax: Syntax;
  readonly #words: Words;
  readonly #list: TokenList;
  readonly #imports: ReadonlySet<string>;
  /** Brackets in which lines do not end statements. */
  readonly #open: string;
  readonly #close: string;
  #depth = 0;
  /** The start of the current statement in the list. */
  #begin: number;

  constructor(
    text: string,
    { syntax, words, list }: { syntax: Syntax; words: Words; list: TokenList },
  ) {
    this.#text = text;
    this.#scanner = new ProgramScanner(text, syntax);
    this.#syntax = syntax;
    this.#words = words;
    this.#list = list;
    this.#imports = new Set(syntax.imports);
    this.#open = syntax.isIndented ? '([{' : '([';
    this.#close = syntax.isIndented ? ')]}' : ')]';
    this.#begin = list.length;
  }

  read(): void {
    const scanner = this.#scanner;
    const list = this.#list;
    while (!list.isFull && scanner.next()) this.#add();
    if (scanner.end < this.#text.length) list.add(CODE_END, scanner.end, scanner.end);
    else if (this.#syntax.endsWithLine) this.#endStatement(scanner.end);
  }

  #add(): void {
    const { kind, start, end } = this.#scanner;
    if (kind === 'number') this.#list.addLiteral(CODE_NUMBER, start, end);
    else if (kind === 'text') this.#list.addLiteral(CODE_TEXT, start, end);
    else if (kind === 'word') this.#addWord();
    else if (kind === 'sign') this.#addSign();
    else if (this.#depth === 0) this.#endStatement(start);
  }

  /** A statement that is only a string is documentation. */
  #endStatement(at: number): void {
    const list = this.#list;
    if (list.length === this.#begin) return;
    if (list.length === this.#begin + 1 && list.last === CODE_TEXT) list.drop();
    else list.add(CODE_END, at, at);
    this.#begin = list.length;
  }

  #addWord(): void {
    const { start, end } = this.#scanner;
    const word = this.#text.slice(start, end);
    const after = this.#endOfImport(word, end);
    if (after !== null) {
      this.#scanner.end = after;
      return;
    }
    if (this.#words.ignored.has(word)) return;
    if (this.#words.types.has(word)) this.#list.addType(start, end);
    else if (this.#words.keywords.has(word)) this.#list.add(codeOf(word), start, end);
    else this.#list.addName(word, start, end);
  }

  /** Null if the word begins no import. */
  #endOfImport(word: string, end: number): number | null {
    const text = this.#text;
    if (word === 'std' && text.startsWith('::', end)) return end + 2;
    if (!this.#imports.has(word)) return null;
    if (this.#syntax.endsWithLine)
      return this.#list.length === this.#begin ? endOfLine(text, end) : null;
    return NAMED.test(text.slice(end, end + LONGEST_NAMED)) ? endAfter(text, ';', end) : null;
  }

  #addSign(): void {
    const { start, end } = this.#scanner;
    const text = this.#text;
    const sign = text.slice(start, end);
    const isIndented = this.#syntax.isIndented === true;
    if (this.#open.includes(sign)) this.#depth += 1;
    if (this.#close.includes(sign)) this.#depth = Math.max(0, this.#depth - 1);
    // The line goes on.
    if (sign === '\\') this.#scanner.end = end + (text.startsWith('\r\n', end) ? 2 : 1);
    // Annotations do not affect what a program does.
    else if (sign === '@' && !isIndented) this.#scanner.end = endOfWord(text, end);
    // A block with one statement may omit its braces.
    else if ((sign === '{' || sign === '}') && !isIndented) return;
    else if (sign === ';' && this.#syntax.endsWithLine) this.#endStatement(start);
    else if (sign === ';') this.#list.add(CODE_END, start, end);
    else if (sign === ',') this.#list.add(CODE_COMMA, start, end);
    else this.#list.add(codeOf(sign), start, end);
  }
}
