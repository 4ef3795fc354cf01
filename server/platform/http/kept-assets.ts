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

/** A page is seldom open for longer than so many upgrades. */
const MAX_BUILDS = 3;
/** Anybody may ask for what is not there, so the names are read no more often. */
const NAMES_ARE_FRESH_MS = 1000;
/** More than the builds before have together that pages still ask for. */
const MAX_HELD_BYTES = 32 * 1_048_576;
/** Made of the others, for callers that take them compressed. */
const COMPRESSED = /\.(br|gz)$/;

/**
 * The files of the last builds of the pages. While servers are upgraded one after the other, a page of
 * one build asks a server of the other for its parts; and a page that stays open asks the next build.
 */
export class KeptAssets {
  readonly #pool: Pool;
  #names = new Set<string>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> = Promise.resolve();
  /** What was asked for last stands last; of each, its bytes once they are read. */
  readonly #held = new Map<string, { bytes: Promise<Buffer | null>; sizeBytes: number }>();
  readonly #maxHeldBytes: number;

  constructor(pool: Pool, maxHeldBytes = MAX_HELD_BYTES) {
    this.#pool = pool;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /** Keeps the files of this folder where they are new, and forgets those of old builds. */
  async keep(folder: string): Promise<void> {
    const entries = await readdir(folder).catch(() => []);
    // Each has a hash of its content in its name.
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

  /** A file of another build than the one that is served here; null where none of the last has it. */
  async find(name: string): Promise<Buffer | null> {
    await this.#readNames();
    return this.#names.has(name) ? this.#hold(name) : null;
  }

  /** Anybody may ask, so a file is read once for all who do. */
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
    // The latest first: those before what is too much go.
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
