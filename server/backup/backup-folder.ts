import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from './backup-place.ts';

/** Backups in a local or mounted folder. */
export class BackupFolder implements BackupPlace {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const path = join(this.#folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.unfinished`;
    try {
      await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  read(name: string): AsyncIterable<Buffer> {
    return createReadStream(join(this.#folder, name));
  }

  async list(folder: string): Promise<string[]> {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = await readdir(join(this.#folder, folder), options).catch(noneIfAbsent);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#folder, join(entry.parentPath, entry.name)))
      .map((path) => path.replaceAll(sep, '/'))
      .toSorted();
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#folder, name);
    await rm(path, { force: true });
    // Removes the folder with its last file.
    await rmdir(dirname(path)).catch(() => undefined);
  }
}

/** Before the first backup the folder does not exist; an unreadable folder is an error. */
function noneIfAbsent(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
