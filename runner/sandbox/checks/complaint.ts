import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MAX_CHARACTERS = 2000;
/** A process that survives in a box may keep the error stream open. */
const TIMEOUT_MS = 1000;

/** What a program writes to its error stream. */
export class Complaint {
  #words = '';
  readonly #whole: Promise<unknown>;

  constructor(child: ChildProcess) {
    this.#whole = once(child, 'close').catch(() => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = `${this.#words}${text}`.slice(0, MAX_CHARACTERS);
    });
  }

  /** The last output may arrive shortly after the end is noticed. */
  async whole(): Promise<string> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, TIMEOUT_MS);
    await Promise.race([this.#whole, timeout.promise]);
    clearTimeout(timer);
    return this.#words.trim();
  }
}
