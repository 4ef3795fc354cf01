import { markdownToPlain } from './plain-text.ts';

/** Longer texts are cut before they are parsed. */
const MAX_LENGTH = 5000;

/** Converts Markdown to one line of plain text for use as a name: `**Sum** of $n$` becomes `Sum of n`. */
export const wordsOfMarkdown = (markdown: string): string => readLines(markdown).join(' ');

/** Returns the first line with text, without markup, as the title of an untitled text. */
export const titleOfMarkdown = (markdown: string): string => readLines(markdown)[0] ?? '';

function readLines(markdown: string): string[] {
  const text = markdown.slice(0, MAX_LENGTH);
  const plain = markdownToPlain(text);
  const lines = plain === null ? readMarked(text) : plain.split('\n');
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

/** Code is kept as it is; its fences are dropped. */
function readMarked(text: string): string[] {
  let fence = '';
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const ticks = fenceOf(line);
    if (fence === '' && ticks === '') return [readLine(line)];
    if (fence === '') fence = ticks;
    else if (!ends(line, fence)) return [line];
    else fence = '';
    return [];
  });
}

function fenceOf(line: string): string {
  const [lead = '', ticks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  return ticks.startsWith('`') && line.slice(lead.length).includes('`') ? '' : ticks;
}

const ends = (line: string, fence: string): boolean => {
  const ticks = line.trim();
  return ticks.startsWith(fence) && ticks.replaceAll(fence.charAt(0), '') === '';
};

/** Markers of headings, quotations, lists and checkboxes at the start of a line. */
const LEAD = /^(?:\s|>|#{1,6}(?=\s|$)|[-+*](?=\s)|\[[ xX]\](?=\s))*/;
/** Underlines of headings, rules, and the separator below a table's head. */
const NOTHING_BUT_MARKS = /^[-*_=|:\s]*$/;

function readLine(line: string): string {
  if (NOTHING_BUT_MARKS.test(line)) return '';
  const [lead = ''] = LEAD.exec(line) ?? [];
  const rest = line.slice(lead.length).trimEnd();
  const words = lead.includes('#') ? rest.replace(/(?<![ \t])[ \t]+#+$/, '') : rest;
  return readInline(words.startsWith('|') ? words.replaceAll(/(?<!\\)\|/g, ' ') : words);
}

const TOKENS =
  /\\[!-/:-@[-`{-~]|`+|\*+|_+|~~|\$+|!?\[|[\]()<>]|&#?\w{1,31};|[^\\`*_~$![\]()<>&]+|[^]/g;

/** A closing mark, by its index. */
type Open = Map<string, number[]>;

/** The text of one line: matched marks are removed, unmatched ones kept. */
function readInline(line: string): string {
  const tokens = line.match(TOKENS) ?? [];
  const next = findNext(tokens);
  const pieces: string[] = [];
  const open: Open = new Map();
  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place] ?? '';
    const whole = readWhole(tokens, place, next);
    if (whole) {
      pieces.push(whole.words);
      place = whole.end;
      continue;
    }
    pieces.push(readToken(token));
    const around = { before: tokens[place - 1], after: tokens[place + 1] };
    if (/^(?:[*_]|~~)/.test(token)) pairEmphasis(token, around, { pieces, open });
    // An index in code such as `a[i](x)` is not a link.
    const isPlace = /[\w)\]]$/.test(around.before ?? '');
    if ((token === '[' && !isPlace) || token === '![') opened(open, '[').push(pieces.length - 1);
    if (token !== ']') continue;
    const begin = opened(open, '[').pop();
    const end = begin === undefined ? null : endOfLink(tokens, place, next);
    if (begin === undefined || end === null) continue;
    pieces[begin] = '';
    pieces[pieces.length - 1] = '';
    place = end;
  }
  return pieces.join('');
}

/** For each token, the index of its next occurrence. */
function findNext(tokens: readonly string[]): number[] {
  const last = new Map<string, number>();
  const next: number[] = [];
  for (let place = tokens.length - 1; place >= 0; place -= 1) {
    const token = tokens[place] ?? '';
    next[place] = last.get(token) ?? -1;
    last.set(token, place);
    if (token === '<') next[place] = last.get('>') ?? -1;
    if (token === ']') next[place] = last.get(')') ?? -1;
  }
  return next;
}

/** An address has no more parts. */
const MAX_PARTS = 50;

/** What is taken as it stands: code, a formula, an address. */
function readWhole(tokens: readonly string[], place: number, next: readonly number[]) {
  const token = tokens[place] ?? '';
  const end = next[place] ?? -1;
  if (end < 0 || !/^(?:`+|\$\$?|<)$/.test(token)) return null;
  if (token === '<' && end - place > MAX_PARTS) return null;
  const words = tokens.slice(place + 1, end).join('');
  if (token.startsWith('`')) return { words: words.trim(), end };
  if (token === '<') return /^(?:https?:|mailto:)\S+$/.test(words) ? { words, end } : null;
  const isPrice = token === '$' && (words.trim() !== words || /^\d/.test(tokens[end + 1] ?? ''));
  return isPrice || words.trim() === '' ? null : { words: words.trim(), end };
}

/** Behind the words of a link: where its address, or the name of it, ends. */
function endOfLink(tokens: readonly string[], place: number, next: readonly number[]) {
  const end = next[place] ?? -1;
  return tokens[place + 1] === '(' && end > 0 ? end : null;
}

function opened(open: Open, mark: string): number[] {
  const places = open.get(mark) ?? [];
  open.set(mark, places);
  return places;
}

interface Around {
  before: string | undefined;
  after: string | undefined;
}

/** Marks inside of a word or between blanks are none: `2*3`, `a_b`, `2 * 3`. */
function pairEmphasis(
  mark: string,
  { before = ' ', after = ' ' }: Around,
  { pieces, open }: { pieces: string[]; open: Open },
): void {
  const places = opened(open, mark);
  const begin = places.at(-1);
  const isEnd = /\S$/.test(before) && !/^\w/.test(after);
  if (isEnd && begin !== undefined && begin < pieces.length - 2) {
    places.pop();
    // As in `__init__`.
    if (mark === '__' && !pieces.slice(begin).join('').includes(' ')) return;
    pieces[begin] = '';
    pieces[pieces.length - 1] = '';
  } else if (/^\S/.test(after) && !/\w$/.test(before)) places.push(pieces.length - 1);
}

const NAMED: Partial<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': ' ',
};

function readToken(token: string): string {
  if (token.length === 2 && token.startsWith('\\')) return token.slice(1);
  const [, number] = /^&#(\d{1,6});$/.exec(token) ?? [];
  const character = number === undefined ? '' : String.fromCodePoint(Number(number));
  return isShown(character) ? character : (NAMED[token] ?? token);
}

/** Control characters and halves of characters are not: what names them stays as it was typed. */
const isShown = (character: string) => /^[^\p{Cc}\p{Cs}]$/u.test(character);
