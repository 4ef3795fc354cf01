import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../byte-range.ts';
import type { FileStore, KeptBytes, StoreUpload, StoredChunk } from './file-store.ts';

/** Files in a folder: `stored/ab/<key>`, `chunks/<key>/<number>` of unfinished uploads, and `mark`. */
export class DiskStore implements FileStore {
  readonly #stored: string;
  readonly #chunks: string;
  readonly #mark: string;

  /** Received files must be on the same file system. */
  constructor(folder: string) {
    this.#stored = join(folder, 'stored');
    this.#chunks = join(folder, 'chunks');
    this.#mark = join(folder, 'mark');
  }

  async putFile(key: string, receivedPath: string): Promise<void> {
    await moveInto(this.#pathOf(key), receivedPath);
  }

  async beginUpload(): Promise<null> {
    return null;
  }

  async putChunk({ key }: StoreUpload, number: number, receivedPath: string): Promise<string> {
    await moveInto(join(this.#chunks, key, String(number)), receivedPath);
    return String(number);
  }

  async joinChunks({ key }: StoreUpload, chunks: readonly StoredChunk[]): Promise<void> {
    const folder = join(this.#chunks, key);
    const whole = join(folder, `whole-${randomUUID()}`);
    const target = await open(whole, 'wx', 0o600);
    try {
      await copyChunks(target, folder, chunks);
      await target.datasync();
    } catch (error) {
      await rm(whole, { force: true });
      throw error;
    } finally {
      await target.close();
    }
    await moveInto(this.#pathOf(key), whole);
  }

  async dropUpload({ key }: StoreUpload): Promise<void> {
    await rm(join(this.#chunks, key), { recursive: true, force: true });
  }

  async readFile({ key }: KeptBytes, range: ByteRange | null): Promise<Readable> {
    // Opened before the reply starts, so that a missing file is reported.
    const file = await open(this.#pathOf(key));
    const part = range === null ? {} : { start: range.first, end: range.last };
    return file.createReadStream(part);
  }

  async deleteFile(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async readMark(): Promise<string | null> {
    return readFile(this.#mark, 'utf8').catch(ignoreMissing);
  }

  async writeMark(mark: string): Promise<void> {
    const fresh = `${this.#mark}-${randomUUID()}`;
    await mkdir(dirname(fresh), { recursive: true, mode: 0o700 });
    await writeFile(fresh, mark, { mode: 0o600, flush: true });
    await moveInto(this.#mark, fresh);
  }

  #pathOf(key: string): string {
    return join(this.#stored, key.slice(0, 2), key);
  }
}

async function copyChunks(target: FileHandle, folder: string, chunks: readonly StoredChunk[]) {
  for (const { number } of chunks) {
    await target.writeFile(await readFile(join(folder, String(number))));
  }
}

/** A rename survives a power loss only if the folder is flushed. */
async function moveInto(path: string, from: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(from, path);
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
