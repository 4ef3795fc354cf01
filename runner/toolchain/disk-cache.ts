import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const DIGEST_BYTES = 32;

interface Entry {
  bytes: number;
  usedAt: number;
}

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/**
 * A bounded cache on disk: one file per key, least recently used deleted first. It survives restarts. A digest
 * detects truncated or changed files, which are deleted.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  /** Hits and misses. */
  readonly uses = { hits: 0, misses: 0 };

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const { size, mtimeMs } = statSync(join(folder, name));
      this.#add(name, { bytes: size, usedAt: mtimeMs });
    }
    this.#shrink();
  }

  get bytes(): number {
    return this.#bytes;
  }

  #add(key: string, entry: Entry): void {
    this.#bytes += entry.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.set(key, entry);
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
    rmSync(join(this.#folder, key), { force: true });
  }

  #shrink(): void {
    if (this.#bytes <= this.#maxBytes) return;
    const oldestFirst = [...this.#entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key] of oldestFirst) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(key);
    }
  }

  /** The bytes stored under the key, or null. */
  get(key: string): Buffer | null {
    const bytes = this.#read(key);
    if (bytes) this.uses.hits++;
    else this.uses.misses++;
    return bytes;
  }

  #read(key: string): Buffer | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    try {
      const file = readFileSync(join(this.#folder, key));
      const bytes = file.subarray(DIGEST_BYTES);
      if (file.length < DIGEST_BYTES || !digest(bytes).equals(file.subarray(0, DIGEST_BYTES)))
        throw new Error('The file was changed.');
      entry.usedAt = Date.now();
      utimesSync(join(this.#folder, key), new Date(), new Date());
      return bytes;
    } catch {
      // Any problem with the file counts as a miss.
      this.#remove(key);
      return null;
    }
  }

  /** @param key must be safe as a file name */
  put(key: string, bytes: Buffer): void {
    if (bytes.length > this.#maxBytes / 4) return;
    const path = join(this.#folder, key);
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, Buffer.concat([digest(bytes), bytes]));
    renameSync(unfinished, path);
    this.#add(key, { bytes: bytes.length + DIGEST_BYTES, usedAt: Date.now() });
    this.#shrink();
  }
}
