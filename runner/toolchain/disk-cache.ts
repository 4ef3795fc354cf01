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
 * Keeps bytes under a key in files of one folder, within a bound: what was not used for longest goes first.
 * It outlives the process. A file that was cut short or changed is found out by its digest, and is gone.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  /** How often what was looked for was there, and how often not. */
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

  /** The bytes kept under the key, or null. */
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
        throw new Error('The file is not what was written.');
      entry.usedAt = Date.now();
      utimesSync(join(this.#folder, key), new Date(), new Date());
      return bytes;
    } catch {
      // Whatever is wrong with the file, doing the work again is right.
      this.#remove(key);
      return null;
    }
  }

  /** @param key a name that is safe as a file's */
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
