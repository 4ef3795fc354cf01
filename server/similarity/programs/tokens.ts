/** A program's tokens, in order. Names are negative: equal names in one program are equal. */
export interface Tokens {
  codes: Int32Array;
  /** Their positions in the text. */
  starts: Int32Array;
  ends: Int32Array;
  /** Only the beginning was read. */
  isCut: boolean;
}

export const CODE_NUMBER = 1;
export const CODE_TEXT = 2;
export const CODE_TYPE = 3;
export const CODE_END = 4;
export const CODE_COMMA = 5;
/** Separates files. Nothing matches across it. */
export const CODE_BREAK = 6;

/** Collects the tokens of a program in a normal form. */
export class TokenList {
  readonly #codes: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #names = new Map<string, number>();
  readonly #max: number;
  /** The start of the current file in the whole text. */
  #offset = 0;
  #isCut = false;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#codes.length >= this.#max;
  }

  get length(): number {
    return this.#codes.length;
  }

  get last(): number | undefined {
    return this.#codes.at(-1);
  }

  beginFile(offset: number): void {
    this.#offset = offset;
    if (this.#codes.length > 0) this.add(CODE_BREAK, 0, 0);
  }

  add(code: number, start: number, end: number): void {
    if (this.isFull) {
      this.#isCut = true;
      return;
    }
    this.#codes.push(code);
    this.#starts.push(this.#offset + start);
    this.#ends.push(this.#offset + end);
  }

  addName(name: string, start: number, end: number): void {
    const number = this.#names.get(name) ?? this.#names.size + 1;
    this.#names.set(name, number);
    this.add(-number, start, end);
  }

  /** `unsigned long int` is one type. */
  addType(start: number, end: number): void {
    if (this.#codes.at(-1) === CODE_TYPE) this.#stretch(end);
    else this.add(CODE_TYPE, start, end);
  }

  /** A list of literals counts as one: tables of numbers say little about authorship. */
  addLiteral(code: typeof CODE_NUMBER | typeof CODE_TEXT, start: number, end: number): void {
    const isInList = this.#codes.at(-1) === CODE_COMMA && this.#codes.at(-2) === code;
    if (isInList) {
      this.drop();
      this.#stretch(end);
    } else {
      this.add(code, start, end);
    }
  }

  /** Removes the last token. */
  drop(): void {
    this.#codes.pop();
    this.#starts.pop();
    this.#ends.pop();
  }

  finish(): Tokens {
    return {
      codes: Int32Array.from(this.#codes),
      starts: Int32Array.from(this.#starts),
      ends: Int32Array.from(this.#ends),
      isCut: this.#isCut,
    };
  }

  #stretch(end: number): void {
    this.#ends[this.#ends.length - 1] = this.#offset + end;
  }
}
