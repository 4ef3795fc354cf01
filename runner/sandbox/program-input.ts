/** What a program reads: all of it at once, or as it comes while the program runs. */
export class ProgramInput {
  #pending: Buffer[] = [];
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
    if (bytes.length > 0) this.#pending.push(bytes);
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
    return this.#pending.reduce((sum, { length }) => sum + length, 0);
  }

  /** The reader: told each time there may be more to take. */
  attach(onMore: () => void): void {
    this.#onMore = onMore;
    onMore();
  }

  /** At most so many bytes, in order; null when there is nothing now. */
  take(most: number): Buffer | null {
    const next = this.#pending.shift();
    if (!next || most <= 0) {
      if (next) this.#pending.unshift(next);
      return null;
    }
    if (next.length > most) this.#pending.unshift(next.subarray(most));
    return next.subarray(0, most);
  }
}
