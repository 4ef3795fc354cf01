import { NO_GRAM } from './grams.ts';

/** Numbers grams from 0 in order of appearance, in fixed memory. */
export class GramNumbers {
  readonly #hashes: Float64Array;
  readonly #numbers: Int32Array;
  readonly #mask: number;
  #count = 0;

  /** The maximum number of different grams. */
  constructor(max: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, max * 2)));
    this.#hashes = new Float64Array(slots).fill(NO_GRAM);
    this.#numbers = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  get count(): number {
    return this.#count;
  }

  /** A position without a gram has no number. */
  numberAll(hashes: Float64Array): Int32Array {
    return Int32Array.from(hashes, (hash) => (hash === NO_GRAM ? NO_GRAM : this.#numberOf(hash)));
  }

  #numberOf(hash: number): number {
    let slot = (hash % 0x100000000) & this.#mask;
    while (this.#hashes[slot] !== NO_GRAM && this.#hashes[slot] !== hash) {
      slot = (slot + 1) & this.#mask;
    }
    if (this.#hashes[slot] === NO_GRAM) {
      this.#hashes[slot] = hash;
      this.#numbers[slot] = this.#count;
      this.#count += 1;
    }
    return this.#numbers[slot] ?? 0;
  }
}
