import { CODE_BREAK } from './programs/tokens.ts';

/**
 * The minimum number of matching tokens: about three lines. Shorter sequences are in every program, longer ones
 * break with every small change.
 */
export const GRAM_LENGTH = 20;

/** Marks positions where no gram starts. */
export const NO_GRAM = -1;

/**
 * Hashes the tokens from each position. Names count by their first position in the gram (Baker's parameterised
 * matching), so that renaming has no effect, while `a - b` and `a - a` differ.
 */
export function hashGrams(codes: Int32Array): Float64Array {
  const count = Math.max(0, codes.length - GRAM_LENGTH + 1);
  const hashes = new Float64Array(count);
  const hasher = new GramHasher(codes);
  let nextBreak = -1;
  for (let at = count + GRAM_LENGTH - 2; at >= 0; at -= 1) {
    if (codes[at] === CODE_BREAK) nextBreak = at;
    if (at >= count) continue;
    const crosses = nextBreak !== -1 && nextBreak < at + GRAM_LENGTH;
    hashes[at] = crosses ? NO_GRAM : hasher.hashAt(at);
  }
  return hashes;
}

class GramHasher {
  readonly #codes: Int32Array;
  /** For each name: the last gram with it, and its index among that gram's names. */
  readonly #metIn: Int32Array;
  readonly #metAs: Int32Array;

  constructor(codes: Int32Array) {
    this.#codes = codes;
    let names = 0;
    for (const code of codes) names = Math.max(names, -code);
    this.#metIn = new Int32Array(names + 1).fill(-1);
    this.#metAs = new Int32Array(names + 1);
  }

  /** 52 bits, so that collisions among millions of grams are practically impossible. */
  hashAt(at: number): number {
    let one = 0x811c9dc5;
    let other = 0x9e3779b9;
    let names = 0;
    for (let place = at; place < at + GRAM_LENGTH; place += 1) {
      let code = this.#codes[place] ?? 0;
      if (code < 0) {
        if (this.#metIn[-code] !== at) {
          this.#metIn[-code] = at;
          this.#metAs[-code] = names;
          names += 1;
        }
        code = -1 - (this.#metAs[-code] ?? 0);
      }
      one = mix(one ^ code);
      other = mix(Math.imul(other, 31) + code);
    }
    return (one >>> 0) * 0x100000 + (other >>> 12);
  }
}

/** The finaliser of MurmurHash3: each bit of the result depends on each bit of the number. */
function mix(number: number): number {
  let mixed = number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
