import type { Pool } from 'pg';
import { z } from 'zod';
import { first, sql } from './postgres/database.ts';
import type { Log } from './postgres/dedicated-connection.ts';

/** The authoritative time for deadlines. Tests replace it. */
export interface Clock {
  nowMs(): number;
}

const ALIGN_EVERY_MS = 10_000;

/**
 * The database's time, which all servers share: read every few seconds and interpolated by this
 * machine. A reading adjusts the clock only by more than its own uncertainty.
 */
export class DatabaseClock implements Clock {
  readonly #pool: Pool;
  readonly #log: Log;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.#pool = pool;
    this.#log = log;
  }

  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  async start(): Promise<void> {
    await this.#align();
    this.#timer = setInterval(() => void this.#alignOrWarn(), ALIGN_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #align(): Promise<void> {
    const askedAt = Date.now();
    const answered = await first(
      this.#pool,
      z.object({ nowMs: z.coerce.number() }),
      sql`select extract(epoch from clock_timestamp()) * 1000 as now_ms`,
    );
    if (!answered) throw new Error('The database returned no time.');
    const uncertainMs = (Date.now() - askedAt) / 2;
    const aheadMs = answered.nowMs - (askedAt + uncertainMs);
    if (Math.abs(aheadMs - this.#aheadMs) > uncertainMs + 1) this.#aheadMs = aheadMs;
  }

  async #alignOrWarn(): Promise<void> {
    try {
      await this.#align();
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not read the database’s time.');
    }
  }
}
