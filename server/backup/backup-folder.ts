import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const BACKUPS = 'backups';
const MANIFEST = 'manifest';

/**
 * Where backups lie: `backups/<time>/` of each what the database held, and `files/` once for all of them,
 * since the bytes under a key never change.
 */
export class BackupFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** There only when it is whole and on the disk. */
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

  has(name: string): Promise<boolean> {
    return access(join(this.#folder, name)).then(
      () => true,
      () => false,
    );
  }

  /** In bytes. */
  async sizeOf(name: string): Promise<number> {
    return (await stat(join(this.#folder, name))).size;
  }

  /** The whole ones, the oldest first. A backup is whole once its manifest is there. */
  async list(): Promise<string[]> {
    const names = await readdir(join(this.#folder, BACKUPS)).catch((): string[] => []);
    const whole: string[] = [];
    for (const name of names.toSorted()) if (await this.has(manifestOf(name))) whole.push(name);
    return whole;
  }
}

export const manifestOf = (backup: string): string => `${BACKUPS}/${backup}/${MANIFEST}`;

export const tableOf = (backup: string, schema: string, table: string): string =>
  `${BACKUPS}/${backup}/${schema}.${table}`;

export const fileOf = (key: string): string => `files/${key.slice(0, 2)}/${key}`;
