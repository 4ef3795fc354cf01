import { ByteQueue } from './byte-queue.ts';

/** What a program reads: all of it at once, or as it comes while the program runs. */
export class ProgramInput {
  readonly #pending = new ByteQueue();
  #ended = false;
  #onMore: () => void = () => {};

  /** The whole input, and then its end. */
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

  /** True when the end has come and everything before it was taken. */
  get finished(): boolean {
    return this.#ended && this.#pending.length === 0;
  }

  /** How much is there that was not taken yet. */
  get waitingBytes(): number {
    return this.#pending.length;
  }

  /** The reader: told each time there may be more to take. */
  attach(onMore: () => void): void {
    this.#onMore = onMore;
    onMore();
  }

  /** At most so many bytes, in order; null when there is nothing now. */
  take(max: number): Buffer | null {
    return this.#pending.take(max);
  }
}
