import { type FormulaElement, writeFormula } from './write-formula.ts';

/** Larger formulas are not real. */
const MAX_ELEMENTS = 1000;
const MAX_DEPTH = 50;
const MAX_CHARACTERS = 5000;

/** An unknown character reference. */
const UNKNOWN = /&[A-Za-z]\w*;/;

/** Converts the content of `<math>` to TeX piece by piece. */
export class FormulaReader {
  readonly #math: FormulaElement = { name: 'math', attribute: () => null, children: [] };
  readonly #open: FormulaElement[] = [this.#math];
  /** Nested `math` elements, including itself. */
  #maths = 1;
  #elements = 0;
  #characters = 0;
  #isWhole = true;

  open(name: string, attribute: FormulaElement['attribute']): void {
    if (name === 'math') this.#maths += 1;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS || this.#open.length > MAX_DEPTH) this.#isWhole = false;
    if (!this.#isWhole) return;
    const element = { name, attribute, children: [] };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  /** Reports whether this was the end of the formula. */
  close(name: string): boolean {
    if (name === 'math') this.#maths -= 1;
    if (this.#open.pop()?.name !== name) this.#isWhole = false;
    return this.#maths === 0;
  }

  text(text: string): void {
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS || UNKNOWN.test(text)) this.#isWhole = false;
    if (this.#isWhole) this.#open.at(-1)?.children.push(text);
  }

  /** Equivalent TeX; null if there is none. */
  finish(): string | null {
    return this.#isWhole && this.#maths === 0 ? writeFormula(this.#math) : null;
  }
}
