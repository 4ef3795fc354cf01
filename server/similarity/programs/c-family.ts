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
import { CODE_COMMA, CODE_END, CODE_NUMBER, CODE_TEXT, type TokenList } from './tokens.ts';
import { type Words, codeOf, operators } from './words.ts';

const QUOTE = 34;
const APOSTROPHE = 39;

/** Tokenises C, C++ and Java leniently. */
export function tokeniseCFamily(text: string, words: Words, list: TokenList): void {
  let at = 0;
  while (at < text.length && !list.isFull) at = readOne(text, at, { words, list });
  if (at < text.length) list.add(CODE_END, at, at);
}

interface Reading {
  words: Words;
  list: TokenList;
}

/** Reads one token and returns the next position. */
function readOne(text: string, at: number, reading: Reading): number {
  const code = text.charCodeAt(at);
  if (isSpace(code)) return at + 1;
  const { list } = reading;
  if (code === QUOTE || code === APOSTROPHE) return readQuoted(text, at, list);
  if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) {
    const end = endOfNumber(text, at);
    list.addLiteral(CODE_NUMBER, at, end);
    return end;
  }
  if (isWordStart(code)) return readWord(text, at, reading);
  return readSign(text, at, list);
}

function readQuoted(text: string, at: number, list: TokenList): number {
  const isBlock = text.startsWith('"""', at);
  const end = isBlock ? endAfter(text, '"""', at + 3) : endOfQuoted(text, at);
  list.addLiteral(CODE_TEXT, at, end);
  return end;
}

function readSign(text: string, at: number, list: TokenList): number {
  if (text.startsWith('//', at)) return endOfLine(text, at);
  if (text.startsWith('/*', at)) return endAfter(text, '*/', at + 2);
  const sign = text.charAt(at);
  if (sign === '#') return afterDirective(text, at);
  // Annotations do not affect what a program does.
  if (sign === '@') return endOfWord(text, at + 1);
  // A block with one statement may omit its braces.
  if (sign === '{' || sign === '}' || sign === '\\') return at + 1;
  if (sign === ';') list.add(CODE_END, at, at + 1);
  else if (sign === ',') list.add(CODE_COMMA, at, at + 1);
  else return readOperator(text, at, list);
  return at + 1;
}

export function readOperator(text: string, at: number, list: TokenList): number {
  const operator = operators.find((one) => text.startsWith(one, at)) ?? text.charAt(at);
  list.add(codeOf(operator), at, at + operator.length);
  return at + operator.length;
}

/** Reads the bodies of macros; skips other directives. */
function afterDirective(text: string, at: number): number {
  const define = /^#[ \t]*define\b/.exec(text.slice(at, at + 40));
  return define ? at + define[0].length : endOfContinuedLine(text, at);
}

function readWord(text: string, at: number, { words, list }: Reading): number {
  const end = endOfWord(text, at);
  const word = text.slice(at, end);
  if (text.charCodeAt(end) === QUOTE && /^(u8|[LuU])?R?$/.test(word)) {
    return readPrefixedText(text, at, { end, list });
  }
  if (word === 'std' && text.startsWith('::', end)) return end + 2;
  if (isBringing(word, text, end)) return endAfter(text, ';', end);
  if (words.ignored.has(word)) return end;
  if (words.types.has(word)) list.addType(at, end);
  else if (words.keywords.has(word)) list.add(codeOf(word), at, end);
  else list.addName(word, at, end);
  return end;
}

/** `import java.util.Scanner;`, `package lab;`, `using namespace std;` */
function isBringing(word: string, text: string, end: number): boolean {
  if (word === 'import' || word === 'package')
    return /^\s+[\w.*\s]{1,200};/.test(text.slice(end, end + 210));
  return word === 'using' && /^\s+(namespace\s|std::)/.test(text.slice(end, end + 40));
}

function readPrefixedText(
  text: string,
  at: number,
  { end, list }: { end: number; list: TokenList },
): number {
  const isRaw = text.charAt(end - 1) === 'R';
  const mark = isRaw ? /^"([^\s()\\]{0,16})\(/.exec(text.slice(end, end + 20)) : null;
  const after = mark ? endAfter(text, `)${mark[1]}"`, end) : endOfQuoted(text, end);
  list.addLiteral(CODE_TEXT, at, after);
  return after;
}
