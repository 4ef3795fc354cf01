import { type PAGE_STEPS, tellSteps } from '@vlabs/contract/quizzes/attempts';
import { call } from '../../platform/calls/call.ts';

const AT_ONCE = 50;

interface Step {
  step: (typeof PAGE_STEPS)[number];
  atMs: number;
}

/** Tells the server what the page noticed; what cannot be told now is told with the next. */
export class PageSteps {
  readonly #uniqueId: string;
  #waiting: Step[] = [];
  #isTelling = false;

  constructor(uniqueId: string) {
    this.#uniqueId = uniqueId;
  }

  add(step: Step['step']): void {
    this.#waiting.push({ step, atMs: performance.now() });
    void this.#tell();
  }

  async #tell(): Promise<void> {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      // More may come while some are told.
      while (this.#waiting.length > 0) await this.#tellSome(this.#waiting.slice(0, AT_ONCE));
    } catch {
      // Lost without harm: nothing is decided by these steps.
      this.#waiting = this.#waiting.slice(-AT_ONCE);
    } finally {
      this.#isTelling = false;
    }
  }

  async #tellSome(told: Step[]): Promise<void> {
    const now = performance.now();
    const steps = told.map(({ step, atMs }) => ({ step, agoMs: Math.max(0, now - atMs) }));
    await call(tellSteps, { params: { uniqueId: this.#uniqueId }, body: { steps } });
    this.#waiting = this.#waiting.filter((step) => !told.includes(step));
  }
}
