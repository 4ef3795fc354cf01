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
import {
  getInstallation,
  listFiles,
  listMigrations,
  listSequences,
  listTables,
  copyOut,
  inSnapshot,
} from './tables.queries.ts';

export interface BackupParts {
  pool: Pool;
  store: FileStore;
  place: BackupPlace;
  /** Null: not encrypted. */
  key: Buffer | null;
}

export interface BackupReport {
  backup: string;
  /** ID of the installation. */
  installation: string;
  rows: number;
  files: number;
  /** Files that were not in the place yet. */
  newFiles: number;
  missingFiles: number;
}

/**
 * Takes a backup while the installation is in use: a snapshot of the database, then the files it
 * refers to that the place lacks. The manifest comes last, so an interrupted backup is incomplete.
 */
export async function makeBackup(parts: BackupParts): Promise<BackupReport> {
  // This backup reuses the files of earlier ones, so they must all have the same key.
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

/** Copies all tables from one snapshot. */
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

/**
 * Returns false if the store lacks the bytes or has different ones; backing those up would hide the
 * loss.
 */
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

/** Yields the bytes and throws at the end if their hash differs. */
export async function* checked(
  bytes: AsyncIterable<unknown>,
  { key, sha256 }: BackedUpFile,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A file did not yield bytes.');
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) {
    throw new OtherBytes(`The bytes of the file ${key} have changed since they were stored.`);
  }
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOENT') || error.name === 'NoSuchKey';
}
