import { asPlainText } from './plain-text.ts';

/** A cell of a result. Null is SQL's NULL, which is not an empty text. */
export type Cell = string | null;

/** One result: the names of its columns, and its rows. */
export interface ResultTable {
  columns: string[];
  rows: Cell[][];
}

/**
 * Parses an output of CSV tables. Each begins with a line of column names, and an empty line ends it. NULL is written
 * without quotes; a text that reads as NULL is in quotes. Takes any text, in linear time.
 */
export function parseTables(output: string): ResultTable[] {
  const reader = new Reader(asPlainText(output));
  const tables: ResultTable[] = [];
  let table: ResultTable | null = null;
  while (!reader.isAtEnd) {
    if (reader.skipEmptyLine()) {
      table = null;
      continue;
    }
    const cells = reader.readLine();
    if (table) table.rows.push(cells);
    else tables.push((table = { columns: cells.map((cell) => cell ?? 'NULL'), rows: [] }));
  }
  return tables;
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #skipBlanks(): void {
    while (isBlank(this.#text[this.#at])) this.#at += 1;
  }

  /** Skips the blanks at the start of a line; reports whether the line had nothing else. */
  skipEmptyLine(): boolean {
    this.#skipBlanks();
    if (!this.isAtEnd && this.#text[this.#at] !== '\n') return false;
    this.#at += 1;
    return true;
  }

  readLine(): Cell[] {
    const cells = [this.#readCell()];
    while (this.#text[this.#at] === ',') {
      this.#at += 1;
      cells.push(this.#readCell());
    }
    this.#at += 1;
    return cells;
  }

  #readCell(): Cell {
    this.#skipBlanks();
    if (this.#text[this.#at] === '"') return this.#readQuoted() + this.#readPlain();
    const cell = this.#readPlain();
    return cell === 'NULL' ? null : cell;
  }

  /** Up to the end of the cell, without blanks at its end. */
  #readPlain(): string {
    const from = this.#at;
    while (!this.isAtEnd && this.#text[this.#at] !== ',' && this.#text[this.#at] !== '\n')
      this.#at += 1;
    let to = this.#at;
    while (to > from && isBlank(this.#text[to - 1])) to -= 1;
    return this.#text.slice(from, to);
  }

  /** Quotes inside are doubled. Without an end, it goes to the end of the text. */
  #readQuoted(): string {
    const parts: string[] = [];
    do {
      const from = this.#at + 1;
      const quote = this.#text.indexOf('"', from);
      const to = quote === -1 ? this.#text.length : quote;
      parts.push(this.#text.slice(from, to));
      this.#at = to + 1;
    } while (this.#text[this.#at] === '"');
    return parts.join('"');
  }
}
