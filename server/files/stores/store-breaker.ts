import { storeUnavailable } from '../file-refusals.ts';

/** After this time without a reply, calls fail immediately. */
const PAUSE_MS = 5000;

/**
 * Fails calls immediately while the store is unresponsive; after each pause one call tests it. A single failure
 * while others succeed has no effect.
 */
export class StoreBreaker {
  #silentUntilMs = 0;
  #isTrying = false;
  #receivedAtMs = 0;

  /** `isAnswer` reports whether an error is a reply of the store. */
  async run<Result>(
    call: () => Promise<Result>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<Result> {
    const isTrial = this.#admit();
    const beganAtMs = performance.now();
    try {
      const result = await call();
      this.#receive();
      return result;
    } catch (error) {
      if (isAnswer(error)) {
        this.#receive();
        throw error;
      }
      if (isTrial || this.#receivedAtMs < beganAtMs)
        this.#silentUntilMs = performance.now() + PAUSE_MS;
      throw Object.assign(storeUnavailable(), { cause: error });
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  /** Reports whether this call is the test. */
  #admit(): boolean {
    if (this.#silentUntilMs === 0) return false;
    if (this.#isTrying || performance.now() < this.#silentUntilMs) throw storeUnavailable();
    this.#isTrying = true;
    return true;
  }

  #receive(): void {
    this.#receivedAtMs = performance.now();
    this.#silentUntilMs = 0;
  }
}
