import { storeUnavailable } from '../file-refusals.ts';

/** So long nobody is kept waiting by a store that was silent. */
const PAUSE_MS = 5000;

/**
 * Refuses calls at once while the store is silent; after each pause one call tries whether it is back.
 * A single call that fails while others are answered says nothing of the store.
 */
export class StoreBreaker {
  #silentUntilMs = 0;
  #isTrying = false;
  #receivedAtMs = 0;

  /** `isAnswer` tells of an error whether the store has said it, in time and in its protocol. */
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

  /** Says whether the call is the one that tries. */
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
