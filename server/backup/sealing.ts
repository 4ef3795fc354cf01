import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { StartFailure } from '../platform/start/start-failure.ts';
import { inPieces } from './pieces.ts';

/** The header of every part; its last byte says whether and how the part is encrypted. */
const PLAIN = Buffer.from('vlabs-b0');
/** One message of at most 64 GiB, the bound of GCM. Earlier versions wrote parts like this. */
const SEALED_WHOLE = Buffer.from('vlabs-b1');
/** A message for each piece. */
const SEALED = Buffer.from('vlabs-b2');
const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** The bytes of a part that one message holds. */
export const PIECE_BYTES = 1_048_576;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

type Bytes = AsyncIterable<Buffer>;

/**
 * Encrypts a part and binds it to its name, so that parts can't be swapped.
 * @param key 32 bytes; null: not encrypted
 */
export async function* seal(key: Buffer | null, name: string, plain: Bytes): Bytes {
  yield key === null ? PLAIN : SEALED;
  yield* key === null ? plain : encrypt(key, name, plain);
}

/**
 * The STREAM construction (Hoang and others, 2015): the nonce of a piece holds its number and whether it is the last,
 * so pieces can't be moved, repeated or left out.
 */
async function* encrypt(key: Buffer, name: string, plain: Bytes): Bytes {
  const random = randomBytes(RANDOM_BYTES);
  const ownKey = keyOf(key, name);
  yield random;
  let number = 0;
  for await (const { piece, isLast } of inPieces(plain, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, ownKey, nonceOf(random, number++, isLast), TAG);
    cipher.setAAD(Buffer.from(name));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

const RANDOM_BYTES = NONCE_BYTES - 5;

function nonceOf(random: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  random.copy(nonce);
  nonce.writeUInt32BE(number, RANDOM_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Decrypts a part. Throws at the end if it was truncated or changed. */
export async function* unseal(key: Buffer | null, name: string, kept: Bytes): Bytes {
  const reader = new Reader(kept);
  const mark = await reader.read(SEALED.length);
  const decrypt = decryptors.find(([sealed]) => mark.equals(sealed))?.[1];
  if (!decrypt && !mark.equals(PLAIN)) throw broken(name);
  if (key === null && decrypt) {
    throw new StartFailure('The backup is encrypted. Name its key file with --key-file.');
  }
  // Otherwise anyone who can replace a part could insert an unencrypted one.
  if (key !== null && !decrypt) {
    throw new StartFailure(`The part ${name} of the backup is not encrypted, but a key was given.`);
  }
  yield* key !== null && decrypt ? decrypt(key, name, reader) : reader.rest(0);
}

async function* decryptPieces(key: Buffer, name: string, reader: Reader): Bytes {
  const random = await reader.read(RANDOM_BYTES);
  if (random.length < RANDOM_BYTES) throw broken(name);
  const ownKey = keyOf(key, name);
  let number = 0;
  for (let isLast = false; !isLast;) {
    const sealed = await reader.read(PIECE_BYTES + TAG_BYTES);
    isLast = await reader.isOver();
    if (sealed.length < TAG_BYTES) throw broken(name);
    const decipher = createDecipheriv(CIPHER, ownKey, nonceOf(random, number++, isLast), TAG);
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw broken(name);
    }
    yield plain;
  }
}

async function* decryptWhole(key: Buffer, name: string, reader: Reader): Bytes {
  const nonce = await reader.read(NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) throw broken(name);
  const decipher = createDecipheriv(CIPHER, keyOf(key, name), nonce, TAG);
  decipher.setAAD(Buffer.from(name));
  for await (const chunk of reader.rest(TAG_BYTES)) yield decipher.update(chunk);
  try {
    decipher.setAuthTag(await reader.read(TAG_BYTES));
    yield decipher.final();
  } catch {
    throw broken(name);
  }
}

const decryptors = [
  [SEALED, decryptPieces],
  [SEALED_WHOLE, decryptWhole],
] as const;

/** Derives a separate key per part, so that no nonce is used twice with one key. */
const keyOf = (key: Buffer, name: string): Buffer =>
  createHmac('sha256', key).update(name).digest();

const broken = (name: string) =>
  new StartFailure(
    `The part ${name} of the backup is damaged, was changed, or was written with another key. Nothing was restored from it.`,
  );

class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isOver = false;

  constructor(chunks: Bytes) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns at most `count` bytes. */
  async read(count: number): Promise<Buffer> {
    while (this.#heldBytes < count && !this.#isOver) await this.#more();
    const held = Buffer.concat(this.#held);
    const read = held.subarray(0, count);
    this.#held = [held.subarray(count)];
    this.#heldBytes = held.length - read.length;
    return read;
  }

  /** Whether every byte was read. */
  async isOver(): Promise<boolean> {
    while (this.#heldBytes === 0 && !this.#isOver) await this.#more();
    return this.#heldBytes === 0;
  }

  /** Yields all but the last bytes, which can be read afterwards. */
  async *rest(kept: number): Bytes {
    while (!this.#isOver) {
      await this.#more();
      const ready = this.#heldBytes - kept;
      if (ready > 0) yield await this.read(ready);
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done === true) {
      this.#isOver = true;
      return;
    }
    this.#held.push(value);
    this.#heldBytes += value.length;
  }
}
