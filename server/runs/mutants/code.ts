import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { type Token, scanTokens } from './scan-tokens.ts';

/** A replacement in the source. */
export interface Change {
  start: number;
  end: number;
  text: string;
}

const OPENING = new Map(Object.entries({ '(': ')', '[': ']', '{': '}' }));

/** Keywords that are values. */
const VALUES = new Set(
  'true false null nil undefined None True False this self super nullptr NULL TRUE FALSE NA'.split(
    ' ',
  ),
);

/** A program as tokens with their brackets. */
export class Code {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly isPython: boolean;
  readonly isQuery: boolean;
  /** A statement ends with its line. */
  readonly endsWithLine: boolean;
  /** Words that are no names of values; a sign after them has no left side. */
  readonly #keywords: ReadonlySet<string>;
  /** The place of the closing bracket, by that of the opening one. */
  readonly #closing = new Map<number, number>();
  /** By place: how many round, and how many brackets of all forms, are open. */
  readonly #depths: { round: number; all: number }[] = [];

  constructor(language: Language, source: string) {
    this.source = source;
    this.tokens = scanTokens(language, source);
    const { syntax, words, isQuery = false } = languageOf(language);
    this.isQuery = isQuery;
    this.isPython = syntax.isIndented === true;
    this.endsWithLine = syntax.endsWithLine === true;
    const { keywords, types, optional } = words;
    const all = [...keywords, ...types, ...optional, ...(syntax.imports ?? [])];
    this.#keywords = new Set(all.filter((word) => !VALUES.has(word)));
    const open: number[] = [];
    let round = 0;
    for (const [place, { kind, text }] of this.tokens.entries()) {
      this.#depths.push({ round, all: open.length });
      if (kind !== 'sign') continue;
      if (OPENING.has(text)) open.push(place);
      if (text === '(') round += 1;
      const last = open.at(-1);
      if (last === undefined || OPENING.get(this.textAt(last)) !== text) continue;
      open.pop();
      if (text === ')') round -= 1;
      this.#closing.set(last, place);
    }
  }

  isInParentheses(place: number): boolean {
    return (this.#depths[place]?.round ?? 0) > 0;
  }

  isInBrackets(place: number): boolean {
    return (this.#depths[place]?.all ?? 0) > 0;
  }

  textAt(place: number): string {
    return this.tokens[place]?.text ?? '';
  }

  isName(place: number): boolean {
    const token = this.tokens[place];
    return token?.kind === 'word' && !this.#keywords.has(token.text);
  }

  /** A value ends here, so that a following sign has a left side. */
  endsValue(place: number): boolean {
    const token = this.tokens[place];
    if (!token || token.kind === 'text') return false;
    return token.kind === 'sign' ? ')]'.includes(token.text) : !this.#keywords.has(token.text);
  }

  closingOf(place: number): number | null {
    return this.#closing.get(place) ?? null;
  }

  /** The first token of its line. */
  isFirstInLine(place: number): boolean {
    const token = this.tokens[place];
    const before = this.tokens[place - 1];
    if (!token || !before) return true;
    return this.source.slice(before.end, token.start).includes('\n');
  }

  /** Replaces some tokens; null unless they are in one line, without texts and comments. */
  replace(first: number, last: number, write: (text: string) => string): Change | null {
    const [begin, end] = [this.tokens[first], this.tokens[last]];
    if (!begin || !end || last < first) return null;
    for (let place = first; place <= last; place += 1) {
      if (this.tokens[place]?.kind === 'text') return null;
      if (place > first && !this.#areNeighbours(place - 1, place)) return null;
    }
    const text = this.source.slice(begin.start, end.end);
    return { start: begin.start, end: end.end, text: write(text) };
  }

  #areNeighbours(one: number, other: number): boolean {
    const between = this.source.slice(this.tokens[one]?.end, this.tokens[other]?.start);
    return between.trim() === '' && !between.includes('\n');
  }
}
