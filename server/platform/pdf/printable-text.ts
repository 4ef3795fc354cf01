/** A document holds no more of one text; nobody reads more on paper. */
export const MAX_TEXT = 100_000;
/** Formats limit the length of a word, and a line must break somewhere. */
export const MAX_WORD = 80;
/** Characters may stack marks without end. */
const MAX_MARKS = 8;
const ZERO_WIDTH_SPACE = '\u200B';

/** Joiners shape Indic letters; the others draw nothing. */
const JOINERS = new Set([0x20_0c, 0x20_0d]);
/** Selects a colored or plain picture of a character. */
const isSelector = (point: number) => point >= 0xfe_00 && point <= 0xfe_0f;
const isMark = /^\p{M}$/u;

/**
 * What a document can print of a text: characters that change the direction, control characters and
 * characters that no font has become `[U+1F600]`, and words that are wider than `maxWord` letters may break. Lines stay.
 */
export class PrintableText {
  readonly #covered: ReadonlySet<number>;

  constructor(covered: ReadonlySet<number>) {
    this.#covered = covered;
  }

  of(text: string, maxWord = MAX_WORD): string {
    return breakWords(this.ofCode(cut(text)), maxWord);
  }

  /** Like `of`, without breaks in words. */
  ofCode(text: string): string {
    let printed = '';
    let marks = 0;
    for (const character of text.toWellFormed().replaceAll(/\r\n?/g, '\n')) {
      const point = character.codePointAt(0) ?? 0;
      const stacks = JOINERS.has(point) || isMark.test(character);
      marks = stacks ? marks + 1 : 0;
      if (marks <= MAX_MARKS && !isSelector(point)) printed += this.#print(character, point);
    }
    return printed;
  }

  /** For formulas, whose font draws mathematical symbols too. */
  ofSymbols(text: string): string {
    let printed = '';
    for (const character of text.toWellFormed()) {
      const point = character.codePointAt(0) ?? 0;
      const isSymbol = isOfMathFont(point) && !isControl(point);
      printed += isSymbol ? character : this.#print(character, point);
    }
    return printed;
  }

  #print(character: string, point: number): string {
    if (point === 0x0a || point === 0x09 || JOINERS.has(point)) return character;
    if (point === 0xa0) return character;
    const isPrintable = point >= 0x20 && !isControl(point) && this.#covered.has(point);
    return isPrintable ? character : `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
  }
}

/** Arrows, operators, technical signs and mathematical letters, which the compiler's own font of formulas has. */
const isOfMathFont = (point: number) =>
  (point >= 0x21_90 && point <= 0x21_ff) ||
  (point >= 0x22_00 && point <= 0x22_ff) ||
  (point >= 0x27_e6 && point <= 0x27_eb) ||
  (point >= 0x2a_00 && point <= 0x2a_ff) ||
  (point >= 0x1_d4_00 && point <= 0x1_d7_ff);

/** Control characters, and those that change the direction of text. */
const isControl = (point: number) =>
  (point >= 0x7f && point <= 0x9f) ||
  point === 0xad ||
  point === 0x61_c ||
  (point >= 0x20_0b && point <= 0x20_0f) ||
  (point >= 0x20_28 && point <= 0x20_2e) ||
  (point >= 0x20_60 && point <= 0x20_6f) ||
  point === 0xfe_ff;

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const left = (text.length - MAX_TEXT).toLocaleString('en');
  return `${text.slice(0, MAX_TEXT)}\n[${left} more characters]`;
}

function breakWords(text: string, maxWord: number): string {
  let broken = '';
  let width = 0;
  for (const character of text) {
    const own = widthOf(character);
    width = /\s/.test(character) ? 0 : width + own;
    if (width > maxWord && !isMark.test(character)) {
      broken += ZERO_WIDTH_SPACE;
      width = own;
    }
    broken += character;
  }
  return broken;
}

/** In letters of usual width. */
export function widthOf(character: string): number {
  if (/[WMmw@%]/.test(character)) return 1.7;
  return /[A-Z&]/.test(character) ? 1.25 : 1;
}
