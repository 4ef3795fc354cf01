import type { Calls } from '../../server/testing/load/sitters.ts';
import { quantile } from '../../server/testing/print-table.ts';

/** What a bench must keep. */
export class Bounds {
  readonly #lines: string[] = [];
  #isMissed = false;

  /** The p95 of the calls, of which all must have succeeded. */
  isBelow(name: string, { replies, refused }: Calls, ms: number): void {
    const times = replies.map(({ tookMs }) => tookMs);
    const p95 = quantile(times, 0.95);
    this.#add(`${name}: p95 ${p95.toFixed(0)} ms < ${ms} ms`, p95 < ms);
    if (Object.keys(refused).length > 0) {
      this.#add(`${name}: no errors, but ${JSON.stringify(refused)}`, false);
    }
  }

  isZero(name: string, count: number): void {
    this.#add(`${name}: ${count}`, count === 0);
  }

  /** Fails the process if a bound was missed. */
  print(): void {
    for (const line of this.#lines) console.log(line);
    if (this.#isMissed) process.exitCode = 1;
  }

  #add(line: string, isKept: boolean): void {
    this.#lines.push(`${isKept ? 'kept  ' : 'MISSED'} ${line}`);
    this.#isMissed ||= !isKept;
  }
}
