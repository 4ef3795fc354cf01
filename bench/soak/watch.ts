import { METRICS_TOKEN } from '../../server/testing/scrape.ts';
import { readdirSync, readFileSync } from 'node:fs';
import {
  countLeftoversOf,
  listTree,
  type Leftovers,
} from '../../runner/testing/count-leftovers.ts';
import type { StormProduct } from '../storm/storm-product.ts';
import { waitedMs } from '../storm/waited.ts';

const LOOK_EVERY_MS = 2000;

/** The resources of the product at one moment. */
export interface Held {
  serverMb: number;
  runnerMb: number;
  descriptors: number;
  /** Connections of the database, without the monitor's. */
  databaseConnections: number;
  leftovers: Leftovers;
}

/** Polls the resources of the product and keeps the maximum of each. */
export class Watch {
  readonly #product: StormProduct;
  readonly #runner: number;
  readonly #timer: NodeJS.Timeout;
  max = { serverMb: 0, runnerMb: 0, descriptors: 0 };
  longestStallMs = 0;
  readonly #waitedBeforeMs: number;

  constructor(product: StormProduct) {
    this.#product = product;
    const runner = listTree(product.pid).find(isRunner);
    if (runner === undefined) throw new Error('The server has no local runner.');
    this.#runner = runner;
    this.#waitedBeforeMs = waitedMs(product.pid);
    this.#timer = setInterval(() => void this.#note(), LOOK_EVERY_MS);
  }

  /** How long the server was runnable without a processor, because of other work on this machine. */
  get waitedForProcessorMs(): number {
    return waitedMs(this.#product.pid) - this.#waitedBeforeMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<Held> {
    const { pool, runnerFolder } = this.#product;
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    const leftovers = countLeftoversOf(this.#runnerNow(), runnerFolder);
    return { ...this.#sizes(), databaseConnections: rows[0]?.count ?? 0, leftovers };
  }

  /** The process id changes after a restart. */
  #runnerNow(): number {
    return listTree(this.#product.pid).find(isRunner) ?? this.#runner;
  }

  #sizes() {
    const { pid } = this.#product;
    return {
      serverMb: residentMb(pid),
      runnerMb: residentMb(this.#runnerNow()),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    };
  }

  async #note(): Promise<void> {
    const now = this.#sizes();
    this.max = {
      serverMb: Math.max(this.max.serverMb, now.serverMb),
      runnerMb: Math.max(this.max.runnerMb, now.runnerMb),
      descriptors: Math.max(this.max.descriptors, now.descriptors),
    };
    const metrics = await fetch(`${this.#product.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
      .then((reply) => reply.text())
      .catch(() => '');
    const stall = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)?.[1];
    this.longestStallMs = Math.max(this.longestStallMs, Number(stall ?? 0) * 1000);
  }
}

function isRunner(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('runner/main.ts');
  } catch {
    return false;
  }
}

function residentMb(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
