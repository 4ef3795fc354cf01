import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { FileStore } from './stores/file-store.ts';
import {
  SWEEP_JOB,
  addSweepJob,
  deleteAbandonedFiles,
  type Dead,
  ONE_DAY_HOURS,
  deleteTombstone,
  listDead,
} from './files.queries.ts';
import { StoreMark } from './stores/store-mark.ts';

const ONE_HOUR_MS = 60 * 60_000;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  store: FileStore;
  log: Log;
  /** Where received bytes are until the store takes them. */
  incoming: string;
  /** How long the bytes of a deleted file are kept. */
  deletedDays: number;
}

/**
 * Removes old deleted bytes every hour. Bytes are removed only because of their tombstone, never because a database
 * does not know them: it may be an old copy, or another installation's.
 */
export class Sweep {
  readonly #with: Dependencies;
  readonly mark: StoreMark;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.mark = new StoreMark(dependencies);
    dependencies.jobs.handle(SWEEP_JOB, () => this.#sweepAndSchedule());
  }

  schedule(): Promise<void> {
    return addSweepJob(this.#with.pool, 0);
  }

  /** Returns how many files were abandoned, and how many objects of each kind were removed. */
  async sweep(): Promise<{ abandoned: number; removed: number; incoming: number }> {
    const incoming = await this.#removeIncoming();
    if (!(await this.mark.isKnown())) return { abandoned: 0, removed: 0, incoming };
    const abandoned = await deleteAbandonedFiles(this.#with.pool, ONE_DAY_HOURS);
    return { abandoned, removed: await this.#removeDead(), incoming };
  }

  /** An unavailable store is tried again in an hour. */
  async #sweepAndSchedule(): Promise<void> {
    const { pool, log } = this.#with;
    try {
      const swept = await this.sweep();
      if (swept.abandoned + swept.removed + swept.incoming > 0)
        log.info(swept, 'Unused files were removed.');
    } catch (error) {
      log.warn({ err: error }, 'Unused files could not be removed. Trying again in an hour.');
    }
    await addSweepJob(pool, ONE_HOUR_MS);
  }

  async #removeDead(): Promise<number> {
    const { pool, deletedDays } = this.#with;
    let removed = 0;
    for (;;) {
      const dead = await listDead(pool, deletedDays);
      if (dead.length === 0) return removed;
      for (const one of dead) await this.#remove(one);
      removed += dead.length;
    }
  }

  /** The tombstone is deleted last, so that an interrupted removal is repeated. */
  async #remove({ key, name, why }: Dead): Promise<void> {
    const { pool, store } = this.#with;
    await store.dropUpload({ key, name });
    // A server may have ended between joining the chunks and recording that.
    if (why !== 'joined') await store.deleteFile(key);
    await deleteTombstone(pool, key, why);
  }

  /** No row refers to received files: they are moved into the store or abandoned. */
  async #removeIncoming(): Promise<number> {
    const { incoming } = this.#with;
    const old = new Date(Date.now() - ONE_DAY_HOURS * ONE_HOUR_MS);
    let removed = 0;
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    for (const name of await readdir(incoming)) {
      const path = join(incoming, name);
      const found = await stat(path).catch(() => null);
      if (!found || found.mtime > old) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }
}
