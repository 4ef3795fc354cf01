import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { FileStore } from '../files/files.reads.ts';
import {
  type BackupPlace,
  fileOf,
  listBackups,
  listKeptFiles,
  nameBackup,
  tableOf,
} from './backup-place.ts';
import {
  type BackedUpFile,
  type BackedUpTable,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { seal } from './sealing.ts';
import { copyOut, inSnapshot } from './table-copies.queries.ts';
import {
  getInstallation,
  listFiles,
  listMigrations,
  listSequences,
  listTables,
} from './tables.queries.ts';

export interface BackupParts {
  pool: Pool;
  store: FileStore;
  place: BackupPlace;
  /** Null: the backup is not encrypted. */
  key: Buffer | null;
}

export interface BackupReport {
  backup: string;
  /** Whose it is. */
  installation: string;
  rows: number;
  files: number;
  /** Files whose bytes were not at the place yet. */
  newFiles: number;
  missingFiles: number;
}

/**
 * Takes a backup while the installation serves: the whole database as it is at one moment, then the
 * files that it names and the place lacks. The manifest comes last, so that what broke off is none.
 */
export async function makeBackup(parts: BackupParts): Promise<BackupReport> {
  // The files of earlier backups serve this one, so that one key must read them all.
  const earlier = (await listBackups(parts.place)).at(-1);
  if (earlier !== undefined) await readManifest(parts, earlier);
  const takenAt = new Date();
  const backup = nameBackup(takenAt);
  const client = await parts.pool.connect();
  const { files, ...database } = await inSnapshot(client, () =>
    copyDatabase(client, parts, backup),
  ).finally(() => client.release());
  const copied = await copyFiles(parts, files);
  const manifest: Manifest = {
    format: 1,
    takenAt: takenAt.toISOString(),
    ...database,
    files: copied.kept,
    missingFiles: copied.missing,
  };
  await writeManifest(parts, backup, manifest);
  return {
    backup,
    installation: database.installation,
    rows: database.tables.reduce((total, { rows }) => total + rows, 0),
    files: copied.kept.length,
    newFiles: copied.fresh,
    missingFiles: copied.missing.length,
  };
}

/** All of it from one snapshot. */
async function copyDatabase(client: ClientBase, { place, key }: BackupParts, backup: string) {
  const migrations = await listMigrations(client);
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(client)) {
    const name = tableOf(backup, table.schema, table.table);
    const { bytes, copied } = copyOut(client, table);
    await place.write(name, seal(key, name, bytes));
    tables.push({ ...table, ...copied() });
  }
  const sequences = await listSequences(client);
  const installation = await getInstallation(client);
  return { installation, migrations, tables, sequences, files: await listFiles(client) };
}

async function copyFiles({ store, place, key }: BackupParts, files: readonly BackedUpFile[]) {
  const there = new Set(await listKeptFiles(place));
  const kept: BackedUpFile[] = [];
  const missing: BackedUpFile[] = [];
  let fresh = 0;
  for (const file of files) {
    const name = fileOf(file.key);
    if (!there.has(name)) {
      const isThere = await copyFile(store, file, (bytes) =>
        place.write(name, seal(key, name, bytes)),
      );
      if (!isThere) {
        missing.push(file);
        continue;
      }
      fresh += 1;
    }
    kept.push(file);
  }
  return { kept, missing, fresh };
}

/** False where the store has no such bytes, or others than were taken: a backup of them would hide it. */
async function copyFile(
  store: FileStore,
  file: BackedUpFile,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<boolean> {
  try {
    await write(checked(await store.readFile(file, null), file));
    return true;
  } catch (error) {
    if (error instanceof OtherBytes || isAbsent(error)) return false;
    throw error;
  }
}

class OtherBytes extends Error {
  override name = 'OtherBytes';
}

/** The bytes, and at their end an error unless they are those that were taken. */
export async function* checked(
  bytes: AsyncIterable<unknown>,
  { key, sha256 }: BackedUpFile,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A file gave something else than bytes.');
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) {
    throw new OtherBytes(`The bytes of the file ${key} are not those that were taken.`);
  }
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOENT') || error.name === 'NoSuchKey';
}
