import { ByteQueue } from './byte-queue.ts';

/** A program's standard input: complete from the start, or streamed while it runs. */
export class ProgramInput {
  readonly #pending = new ByteQueue();
  #ended = false;
  #onMore: () => void = () => {};

  /** A complete input. */
  static of(bytes: Buffer): ProgramInput {
    const input = new ProgramInput();
    input.write(bytes);
    input.end();
    return input;
  }

  write(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#onMore();
  }

  end(): void {
    this.#ended = true;
    this.#onMore();
  }

  /** True if the input has ended and all of it was taken. */
  get finished(): boolean {
    return this.#ended && this.#pending.length === 0;
  }

  /** The number of bytes that were not taken yet. */
  get waitingBytes(): number {
    return this.#pending.length;
  }

  /** Called each time there may be more to take. */
  attach(onMore: () => void): void {
    this.#onMore = onMore;
    onMore();
  }

  /** At most this many bytes, in order; null if there are none now. */
  take(max: number): Buffer | null {
    return this.#pending.take(max);
  }
}
