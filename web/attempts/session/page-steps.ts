import { type PAGE_STEPS, recordSteps } from '@vlabs/contract/attempts/page-steps';
import { call } from '../../platform/calls/call.ts';

const AT_ONCE = 50;

interface Step {
  step: (typeof PAGE_STEPS)[number];
  atMs: number;
  /** Of a paste. */
  pasted?: { question: number; characters: number; isBlocked?: true };
}

/** Reports the page's events to the server. Events that can't be sent go with the next report. */
export class PageSteps {
  readonly #uniqueId: string;
  #waiting: Step[] = [];
  #isSending = false;

  constructor(uniqueId: string) {
    this.#uniqueId = uniqueId;
  }

  add(step: Step['step'], pasted?: Step['pasted']): void {
    this.#waiting.push({ step, atMs: performance.now(), ...(pasted && { pasted }) });
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      // More events may arrive while a report is sent.
      while (this.#waiting.length > 0) await this.#send(this.#waiting.slice(0, AT_ONCE));
    } catch {
      // These events decide nothing, so losing some is harmless.
      this.#waiting = this.#waiting.slice(-AT_ONCE);
    } finally {
      this.#isSending = false;
    }
  }

  async #send(sent: Step[]): Promise<void> {
    const now = performance.now();
    const steps = sent.map(({ step, atMs, pasted }) => ({
      step,
      agoMs: Math.max(0, now - atMs),
      ...pasted,
    }));
    await call(recordSteps, { params: { uniqueId: this.#uniqueId }, body: { steps } });
    this.#waiting = this.#waiting.filter((step) => !sent.includes(step));
  }
}
