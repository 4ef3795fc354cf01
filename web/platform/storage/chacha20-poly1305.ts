/**
 * ChaCha20-Poly1305 of RFC 8439. The browser's own ciphers are asynchronous, so they lose what is typed right before
 * a reload, and pages that are not served by HTTPS have none.
 */

const BLOCK_BYTES = 64;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];

/** The positions of the quarter rounds of a double round: columns, then diagonals. */
const QUARTERS: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

interface Keyed {
  /** 32 bytes. */
  key: Uint8Array;
  /** 12 bytes, never used twice with a key. */
  nonce: Uint8Array;
  /** Authenticated, but not encrypted. */
  associated: Uint8Array;
}

/** The encrypted text, followed by its tag. */
export function seal(keyed: Keyed, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const sealed = new Uint8Array(text.length + TAG_BYTES);
  const encrypted = applyKeyStream(keyed, text);
  sealed.set(encrypted);
  sealed.set(tagOf(keyed, encrypted), text.length);
  return sealed;
}

/** Null if the text was not sealed with this key, nonce and associated data. */
export function unseal(keyed: Keyed, sealed: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (sealed.length < TAG_BYTES) return null;
  const encrypted = sealed.subarray(0, -TAG_BYTES);
  const tag = tagOf(keyed, encrypted);
  let difference = 0;
  for (const [index, byte] of sealed.subarray(-TAG_BYTES).entries()) {
    difference |= byte ^ (tag[index] ?? 0);
  }
  return difference === 0 ? applyKeyStream(keyed, encrypted) : null;
}

export const makeNonce = () => crypto.getRandomValues(new Uint8Array(NONCE_BYTES));

/** The text is encrypted from block 1 on; block 0 is the key of its tag. */
function applyKeyStream(keyed: Keyed, text: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(text.length);
  const state = stateOf(keyed);
  for (let start = 0; start < text.length; start += BLOCK_BYTES) {
    state[12] = 1 + start / BLOCK_BYTES;
    const block = blockOf(state);
    const end = Math.min(text.length, start + BLOCK_BYTES);
    for (let at = start; at < end; at += 1) {
      result[at] = (text[at] ?? 0) ^ (block[at - start] ?? 0);
    }
  }
  return result;
}

function stateOf({ key, nonce }: Pick<Keyed, 'key' | 'nonce'>): Uint32Array {
  const state = new Uint32Array(16);
  const [keyView, nonceView] = [viewOf(key), viewOf(nonce)];
  state.set(CONSTANTS);
  for (let word = 0; word < 8; word += 1) state[4 + word] = keyView.getUint32(4 * word, true);
  for (let word = 0; word < 3; word += 1) state[13 + word] = nonceView.getUint32(4 * word, true);
  return state;
}

function blockOf(state: Uint32Array): Uint8Array {
  const mixed = Uint32Array.from(state);
  for (let round = 0; round < 10; round += 1) {
    for (const quarter of QUARTERS) mixQuarter(mixed, quarter);
  }
  const block = new Uint8Array(BLOCK_BYTES);
  const view = viewOf(block);
  for (const [word, value] of mixed.entries()) {
    view.setUint32(4 * word, value + (state[word] ?? 0), true);
  }
  return block;
}

function mixQuarter(words: Uint32Array, at: readonly [number, number, number, number]): void {
  let [a, b, c, d] = [words[at[0]] ?? 0, words[at[1]] ?? 0, words[at[2]] ?? 0, words[at[3]] ?? 0];
  a = (a + b) | 0;
  d = rotate(d ^ a, 16);
  c = (c + d) | 0;
  b = rotate(b ^ c, 12);
  a = (a + b) | 0;
  d = rotate(d ^ a, 8);
  c = (c + d) | 0;
  b = rotate(b ^ c, 7);
  words[at[0]] = a;
  words[at[1]] = b;
  words[at[2]] = c;
  words[at[3]] = d;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

const PRIME = (1n << 130n) - 5n;
const CLAMP = 0x0ffffffc0ffffffc0ffffffc0fffffffn;

/** Poly1305 of the associated data, the encrypted text and their lengths. */
function tagOf(keyed: Keyed, encrypted: Uint8Array): Uint8Array {
  const oneTime = viewOf(blockOf(stateOf(keyed)));
  const factor = readNumber(oneTime, 0) & CLAMP;
  let sum = 0n;
  for (const view of [keyed.associated, encrypted].map(padded)) {
    for (let at = 0; at < view.byteLength; at += 16) {
      sum = ((sum + readNumber(view, at) + (1n << 128n)) * factor) % PRIME;
    }
  }
  const lengths = (BigInt(encrypted.length) << 64n) | BigInt(keyed.associated.length);
  sum = ((sum + lengths + (1n << 128n)) * factor) % PRIME;
  const total = sum + readNumber(oneTime, 16);
  const tag = new Uint8Array(TAG_BYTES);
  viewOf(tag).setBigUint64(0, BigInt.asUintN(64, total), true);
  viewOf(tag).setBigUint64(8, BigInt.asUintN(64, total >> 64n), true);
  return tag;
}

/** With zeros up to a multiple of 16 bytes. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil(bytes.length / 16) * 16);
  whole.set(bytes);
  return viewOf(whole);
}

const readNumber = (view: DataView, at: number): bigint =>
  view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
