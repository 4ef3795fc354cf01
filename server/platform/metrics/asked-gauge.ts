import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from 'prom-client';

/** Below the usual scrape timeout of ten seconds. */
const ANSWERED_WITHIN_MS = 3000;

interface AskedGauge {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** The value if there is no reply; default: no value. */
  otherwise?: number;
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/**
 * A gauge that is read at each scrape. A reading that times out or fails has no value and does not
 * affect other metrics, which are needed most during an outage.
 */
export function askedGauge(
  { labelNames = [], otherwise, ...named }: AskedGauge,
  ask: () => Promise<readonly Sample[]>,
): Gauge {
  const instead: Sample[] = otherwise === undefined ? [] : [{ value: otherwise }];
  return new Gauge({
    ...named,
    labelNames,
    async collect() {
      const samples = await inTime(ask()).catch(() => instead);
      this.reset();
      // A gauge without labels starts at 0, which would look like a measurement.
      this.remove({});
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
    registers: [],
  });
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const tooLate = delay(ANSWERED_WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('No reply in time.');
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timer.abort();
  }
}
