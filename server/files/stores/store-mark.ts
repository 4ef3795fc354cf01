import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { FileStore } from './file-store.ts';
import {
  type Marking,
  beginMarking,
  endMarking,
  giveUpMarking,
  updateKnownSince,
} from './store-marks.queries.ts';

/** For so long nothing is removed from a store that this database does not know. */
const QUIET_DAYS = 7;

/**
 * The database and its store hold the same mark, which each sweep makes anew. Where the two differ,
 * one of them was restored from a backup or belongs to another installation.
 */
export class StoreMark {
  readonly #with: { pool: Pool; store: FileStore; log: Log };

  constructor(given: { pool: Pool; store: FileStore; log: Log }) {
    this.#with = given;
  }

  /** Marks both anew, and says whether anything may be removed. */
  async isKnown(): Promise<boolean> {
    const { pool } = this.#with;
    const fresh = randomUUID();
    const known = await beginMarking(pool, fresh);
    if (!known) return false;
    try {
      await this.#compare(known, fresh);
      return await endMarking(pool, { fresh, days: QUIET_DAYS });
    } catch (error) {
      await giveUpMarking(pool, fresh);
      throw error;
    }
  }

  async #compare(known: Marking, fresh: string): Promise<void> {
    const { pool, store, log } = this.#with;
    const held = await store.readMark();
    if (held === null || (held !== known.mark && held !== known.nextMark)) {
      // Before the store holds the mark: an end in the middle must not count as agreement.
      await updateKnownSince(pool);
      log.warn({ quietDays: QUIET_DAYS }, sayWhy(known.mark, held));
    }
    await store.writeMark(fresh);
  }
}

function sayWhy(mark: string | null, held: string | null): string {
  const pause = `Nothing is removed from the store of files for ${QUIET_DAYS} days.`;
  if (mark === null && held === null) {
    return `The database and its store of files are used together for the first time. ${pause}`;
  }
  return `The database and its store of files do not know each other: one of them was restored from a backup, is new, or belongs to another installation. ${pause}`;
}
