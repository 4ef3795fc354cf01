import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from 'prom-client';

/** Whoever scrapes waits ten seconds, mostly. */
const ANSWERED_WITHIN_MS = 3000;

interface AskedGauge {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** What it shows where nothing answers; nothing when not said. */
  otherwise?: number;
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/**
 * A gauge whose numbers are asked for at each scrape. What does not answer in time has none then, and
 * takes no other number with it: the metrics are wanted most while something is away.
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
      // One without labels begins at 0, which would be told as if it had been measured.
      this.remove({});
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
    registers: [],
  });
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const tooLate = delay(ANSWERED_WITHIN_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('It was not answered in time.');
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timer.abort();
  }
}
