import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { StartFailure } from '../platform/start-failure.ts';

/** The header of every part; its last byte says whether the part is encrypted. */
const PLAIN = Buffer.from('vlabs-b0');
const SEALED = Buffer.from('vlabs-b1');
const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
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

async function* encrypt(key: Buffer, name: string, plain: Bytes): Bytes {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key, name), nonce, TAG);
  cipher.setAAD(Buffer.from(name));
  yield nonce;
  for await (const chunk of plain) yield cipher.update(chunk);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a part. Throws at the end if it was truncated or changed. */
export async function* unseal(key: Buffer | null, name: string, kept: Bytes): Bytes {
  const reader = new Reader(kept);
  const mark = await reader.read(SEALED.length);
  if (!mark.equals(SEALED) && !mark.equals(PLAIN)) throw broken(name);
  if (key === null && mark.equals(SEALED)) {
    throw new StartFailure('The backup is encrypted. Name its key file with --key-file.');
  }
  // Otherwise anyone who can replace a part could insert an unencrypted one.
  if (key !== null && mark.equals(PLAIN)) {
    throw new StartFailure(`The part ${name} of the backup is not encrypted, but a key was given.`);
  }
  yield* key === null ? reader.rest(0) : decrypt(key, name, reader);
}

async function* decrypt(key: Buffer, name: string, reader: Reader): Bytes {
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

/** Derives a separate key per part, so that no nonce is used twice with one key. */
const keyOf = (key: Buffer, name: string): Buffer =>
  createHmac('sha256', key).update(name).digest();

const broken = (name: string) =>
  new StartFailure(
    `The part ${name} of the backup is damaged, was changed, or was written with another key. Nothing was restored from it.`,
  );

class Reader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(chunks: Bytes) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns at most `count` bytes. */
  async read(count: number): Promise<Buffer> {
    while (this.#held.length < count && !this.#isOver) await this.#more();
    const read = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return read;
  }

  /** Yields all but the last bytes, which can be read afterwards. */
  async *rest(kept: number): Bytes {
    while (!this.#isOver) {
      await this.#more();
      const ready = this.#held.length - kept;
      if (ready > 0) yield await this.read(ready);
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done === true) this.#isOver = true;
    else this.#held = Buffer.concat([this.#held, value]);
  }
}
