import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import { StartFailure } from '../../platform/start/start-failure.ts';
import type { FileStore } from './file-store.ts';
import {
  type Marking,
  beginMarking,
  endMarking,
  findMarking,
  giveUpMarking,
  updateKnownSince,
} from './store-marks.queries.ts';

/** How long nothing is removed from a store that is new to this database. */
const QUIET_DAYS = 7;
const MAX_LOOKS = 10;
const LOOK_AGAIN_MS = 300;
const OTHER_STORE =
  'This server uses other files than the running servers of this database. Give all servers the same object store (VLABS_S3_ENDPOINT and the other VLABS_S3 settings) or the same shared folder (VLABS_DATA). If this server has the right files, as after a restore, stop the other servers and start this one first.';

/**
 * The database and its store hold the same mark, which each sweep renews. If they differ, one was restored from a
 * backup or belongs to another installation.
 */
export class StoreMark {
  readonly #with: { pool: Pool; store: FileStore; log: Log };

  constructor(given: { pool: Pool; store: FileStore; log: Log }) {
    this.#with = given;
  }

  /** Renews both marks; reports whether anything may be removed. */
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

  /**
   * At start: refuses a store other than the one of the running servers. A single server may start with another one,
   * as after a restore. An unavailable store is accepted.
   */
  async requireSame(isAlone: boolean): Promise<void> {
    const { pool, log } = this.#with;
    try {
      if (isAlone || (await findMarking(pool)) === null) await this.isKnown();
      if (isAlone) return;
      // Another server may renew the mark between the two reads.
      for (let look = 1; look <= MAX_LOOKS; look += 1) {
        if (await this.#isSame()) return;
        await delay(LOOK_AGAIN_MS);
      }
    } catch (error) {
      log.warn(
        { err: error },
        'The file store could not be reached to check that all servers use the same files.',
      );
      return;
    }
    throw new StartFailure(OTHER_STORE);
  }

  async #isSame(): Promise<boolean> {
    const known = await findMarking(this.#with.pool);
    const held = await this.#with.store.readMark();
    return held !== null && (held === known?.mark || held === known?.nextMark);
  }

  async #compare(known: Marking, fresh: string): Promise<void> {
    const { pool, store, log } = this.#with;
    const held = await store.readMark();
    if (held === null || (held !== known.mark && held !== known.nextMark)) {
      // Recorded before the store has the mark, so that a crash in between does not look like agreement.
      await updateKnownSince(pool);
      log.warn({ quietDays: QUIET_DAYS }, sayWhy(known.mark, held));
    }
    await store.writeMark(fresh);
  }
}

function sayWhy(mark: string | null, held: string | null): string {
  const pause = `No files are removed from the store for ${QUIET_DAYS} days.`;
  if (mark === null && held === null) {
    return `The database and the file store are used together for the first time. ${pause}`;
  }
  return `The database and the file store don’t belong together: one of them is new, was restored from a backup, or belongs to another installation. ${pause}`;
}
