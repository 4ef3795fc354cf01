/** Smaller pieces are combined, so that a million single bytes do not need a million buffers. */
const SMALL_BYTES = 4096;
const CHUNK_BYTES = 16_384;

interface Chunk {
  bytes: Buffer;
  to: number;
}

/** A queue of bytes in pieces of any size; each byte is copied once at most. */
export class ByteQueue {
  #pieces: Buffer[] = [];
  /** The buffer for small pieces, behind all others. */
  #last: Chunk = emptyChunk(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    this.#length += bytes.length;
    if (bytes.length >= SMALL_BYTES) {
      this.#close(0);
      this.#pieces.push(bytes);
      return;
    }
    if (this.#last.bytes.length - this.#last.to < bytes.length) this.#close(CHUNK_BYTES);
    this.#last.to += bytes.copy(this.#last.bytes, this.#last.to);
  }

  /** The first bytes, up to this many; null if there are none. */
  take(max: number): Buffer | null {
    if (this.#length === 0 || max <= 0) return null;
    if (this.#pieces.length === 0) this.#close(0);
    const first = this.#pieces.shift() ?? Buffer.alloc(0);
    if (first.length > max) this.#pieces.unshift(first.subarray(max));
    const taken = first.subarray(0, max);
    this.#length -= taken.length;
    return taken;
  }

  /** All bytes, which remain in the queue. */
  join(): Buffer {
    return Buffer.concat([...this.#pieces, contentOf(this.#last)]);
  }

  #close(nextBytes: number): void {
    const content = contentOf(this.#last);
    if (content.length > 0) this.#pieces.push(content);
    this.#last = emptyChunk(nextBytes);
  }
}

const emptyChunk = (bytes: number): Chunk => ({ bytes: Buffer.allocUnsafe(bytes), to: 0 });

const contentOf = ({ bytes, to }: Chunk): Buffer => bytes.subarray(0, to);
