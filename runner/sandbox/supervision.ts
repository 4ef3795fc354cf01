import type { RunCounters } from './run-counters.ts';
import type { JobLimits } from './sandbox.ts';
import { findCause, type StopReason } from './stop-reason.ts';
import { enforceTimeLimits } from './time-limits.ts';

/** Ends one program at its limits. */
export class Supervision {
  readonly #counters: RunCounters;
  readonly #kill: () => void;
  #endLimits: () => void = () => {};
  stopped: StopReason | null = null;

  /** @param kill called at most once */
  constructor(counters: RunCounters, kill: () => void) {
    this.#counters = counters;
    this.#kill = kill;
  }

  readonly stop = (reason: StopReason): void => {
    if (this.stopped) return;
    this.stopped = findCause(reason, this.#counters.isOutOfMemory());
    this.#kill();
  };

  /** Counts from now on, with these limits in place of earlier ones. */
  begin(limits: Pick<JobLimits, 'cpuTimeMs' | 'wallTimeMs' | 'signal'>): void {
    this.end();
    this.#counters.begin();
    const { signal } = limits;
    const onAbort = (): void => this.stop('aborted');
    const endTimeLimits = enforceTimeLimits(limits, this.#counters, this.stop);
    signal.addEventListener('abort', onAbort);
    this.#endLimits = () => {
      endTimeLimits();
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  }

  end(): void {
    this.#endLimits();
  }
}
