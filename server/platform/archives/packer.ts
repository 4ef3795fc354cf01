import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer texts are packed in pieces, so that they don't block the event loop. */
const PIECE_BYTES = 64 * 1024;

/** Streams a ZIP archive, so that a large one needs little memory. */
export class Packer {
  #packed: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#packed.push(bytes);
  });

  addText(name: string, text: string): AsyncGenerator<Uint8Array> {
    return this.addTexts(name, [text]);
  }

  /** Adds one file made of several texts, which are read lazily. */
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

  /** Stored without compression, because uploaded files are mostly compressed already. */
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
