import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../platform/dedicated-connection.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { FileStore } from './file-store.ts';
import { SWEEP_JOB, addSweepJob, deleteAbandonedFiles, listKnownKeys } from './files.queries.ts';

const ONE_HOUR_MS = 60 * 60_000;
const UNFINISHED_HOURS = 24;
const KEYS_AT_ONCE = 500;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  store: FileStore;
  log: Log;
  /** Where received bytes lie until the store takes them. */
  incoming: string;
}

/** Removes, every hour, what nobody can ask for any more and is older than a day. */
export class Sweep {
  readonly #with: Dependencies;

  /** Made before the jobs are started. */
  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    dependencies.jobs.handle(SWEEP_JOB, () => this.#sweepAndSchedule());
  }

  schedule(): Promise<void> {
    return addSweepJob(this.#with.pool, 0);
  }

  /** Says how many bytes' holders of each kind it has removed. */
  async sweep(): Promise<{ unfinished: number; unknown: number; incoming: number }> {
    return {
      unfinished: await this.#removeUnfinished(),
      unknown: await this.#removeUnknown(),
      incoming: await this.#removeIncoming(),
    };
  }

  async #sweepAndSchedule(): Promise<void> {
    const { pool, log } = this.#with;
    const swept = await this.sweep();
    if (swept.unfinished + swept.unknown + swept.incoming > 0) log.info(swept, 'Files were swept.');
    await addSweepJob(pool, ONE_HOUR_MS);
  }

  async #removeUnfinished(): Promise<number> {
    const { pool, store } = this.#with;
    const abandoned = await deleteAbandonedFiles(pool, UNFINISHED_HOURS);
    for (const upload of abandoned) {
      await store.dropUpload(upload);
      // A server may have ended between joining the chunks and saying so.
      await store.deleteFile(upload.key);
    }
    return abandoned.length;
  }

  async #removeUnknown(): Promise<number> {
    const { store } = this.#with;
    const old = dayBefore();
    let removed = 0;
    let keys: string[] = [];
    for await (const { key, storedAt } of store.listKeys()) {
      if (storedAt < old) keys.push(key);
      if (keys.length < KEYS_AT_ONCE) continue;
      removed += await this.#removeUnknownOf(keys);
      keys = [];
    }
    return removed + (await this.#removeUnknownOf(keys));
  }

  async #removeUnknownOf(keys: string[]): Promise<number> {
    const { pool, store } = this.#with;
    const known = await listKnownKeys(pool, keys);
    const unknown = keys.filter((key) => !known.has(key));
    for (const key of unknown) {
      await store.deleteFile(key);
      await store.dropUpload({ key, name: null });
    }
    return unknown.length;
  }

  async #removeIncoming(): Promise<number> {
    const { incoming } = this.#with;
    const old = dayBefore();
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

const dayBefore = () => new Date(Date.now() - UNFINISHED_HOURS * ONE_HOUR_MS);
