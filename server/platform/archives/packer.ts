import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** So much is packed without a break: a long text would hold up all other work of the server. */
const PIECE_BYTES = 64 * 1024;

/** Gives out what it has packed bit by bit, so that a large archive needs little memory. */
export class Packer {
  #packed: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#packed.push(bytes);
  });

  addText(name: string, text: string): AsyncGenerator<Uint8Array> {
    return this.addTexts(name, [text]);
  }

  /** One file of several texts, which are read when their turn has come. */
  async *addTexts(
    name: string,
    texts: AsyncIterable<string> | Iterable<string>,
  ): AsyncGenerator<Uint8Array> {
    const entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    for await (const text of texts) {
      const bytes = new TextEncoder().encode(text);
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        entry.push(bytes.subarray(start, start + PIECE_BYTES));
        yield* this.#take();
        await nextTurn();
      }
    }
    entry.push(new Uint8Array(0), true);
    yield* this.#take();
  }

  /** As it is: what people hand in as a file is mostly packed already. */
  async *addStream(name: string, stream: Readable): AsyncGenerator<Uint8Array> {
    const entry = new ZipPassThrough(name);
    this.#zip.add(entry);
    for await (const bytes of stream) {
      if (bytes instanceof Uint8Array) entry.push(bytes);
      yield* this.#take();
    }
    entry.push(new Uint8Array(0), true);
    yield* this.#take();
  }

  *end(): Generator<Uint8Array> {
    this.#zip.end();
    yield* this.#take();
  }

  *#take(): Generator<Uint8Array> {
    const packed = this.#packed;
    this.#packed = [];
    yield* packed;
  }
}
