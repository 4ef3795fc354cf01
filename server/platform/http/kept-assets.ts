import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { inTransaction } from '../postgres/database.ts';
import {
  deleteOldBuilds,
  findAsset,
  insertAsset,
  listAssetNames,
  noteBuild,
} from './kept-assets.queries.ts';

/** A page is rarely open for longer than this number of upgrades. */
const MAX_BUILDS = 3;
/** Limits database queries for unknown names. */
const NAMES_ARE_FRESH_MS = 1000;
/** Larger than all files of older builds that open pages still request. */
const MAX_HELD_BYTES = 32 * 1_048_576;
/** Derived from other files, for clients that accept compression. */
const COMPRESSED = /\.(br|gz)$/;

/**
 * The files of the last builds of the pages. During a rolling upgrade, a page of one build requests
 * files from a server of another build, and a page that stays open requests them later.
 */
export class KeptAssets {
  readonly #pool: Pool;
  #names = new Set<string>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> = Promise.resolve();
  /** Least recently used first; each entry holds the file's bytes once read. */
  readonly #held = new Map<string, { bytes: Promise<Buffer | null>; sizeBytes: number }>();
  readonly #maxHeldBytes: number;

  constructor(pool: Pool, maxHeldBytes = MAX_HELD_BYTES) {
    this.#pool = pool;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /** Stores the folder's files if the build is new, and deletes those of old builds. */
  async keep(folder: string): Promise<void> {
    const entries = await readdir(folder).catch(() => []);
    // Each name contains a hash of the content.
    const names = entries.filter((name) => !COMPRESSED.test(name)).toSorted();
    if (names.length === 0) return;
    const build = createHash('sha256').update(names.join('\n')).digest('hex');
    await inTransaction(this.#pool, async (db) => {
      if (!(await noteBuild(db, build))) return;
      for (const name of names) {
        await insertAsset(db, { build, name, bytes: await readFile(join(folder, name)) });
      }
      await deleteOldBuilds(db, MAX_BUILDS);
    });
  }

  /** A file of another build; null if none of the stored builds has it. */
  async find(name: string): Promise<Buffer | null> {
    await this.#readNames();
    return this.#names.has(name) ? this.#hold(name) : null;
  }

  /** Concurrent requests for a file share one read. */
  #hold(name: string): Promise<Buffer | null> {
    const held = this.#held.get(name) ?? { bytes: findAsset(this.#pool, name), sizeBytes: 0 };
    const isNew = !this.#held.delete(name);
    this.#held.set(name, held);
    if (isNew) {
      held.bytes.then(
        (bytes) => {
          held.sizeBytes = bytes?.length ?? 0;
          this.#letGo();
        },
        () => this.#held.delete(name),
      );
    }
    return held.bytes;
  }

  #letGo(): void {
    let bytes = 0;
    // Evicts the least recently used.
    for (const [name, { sizeBytes }] of [...this.#held].toReversed()) {
      bytes += sizeBytes;
      if (bytes > this.#maxHeldBytes) this.#held.delete(name);
    }
  }

  #readNames(): Promise<void> {
    if (performance.now() - this.#readAtMs < NAMES_ARE_FRESH_MS) return this.#reading;
    this.#readAtMs = performance.now();
    this.#reading = listAssetNames(this.#pool).then((names) => {
      this.#names = new Set(names);
      for (const name of this.#held.keys()) if (!this.#names.has(name)) this.#held.delete(name);
    });
    return this.#reading;
  }
}
