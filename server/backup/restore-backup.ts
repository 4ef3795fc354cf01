import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClientBase, Pool } from 'pg';
import type { FileStore } from '../files/files.reads.ts';
import { migrateJobs } from '../platform/jobs/jobs.ts';
import { migrate } from '../platform/postgres/migrations/migrate.ts';
import { StartFailure } from '../platform/start/start-failure.ts';
import {
  type BackupPlace,
  fileOf,
  isOfFuture,
  listBackups,
  listKeptFiles,
  tableOf,
} from './backup-place.ts';
import { type BackedUpFile, type BackedUpTable, type Manifest, readManifest } from './manifest.ts';
import { checked } from './make-backup.ts';
import { unseal } from './sealing.ts';
import {
  hasTables,
  listReferences,
  listTables,
  setSequence,
  copyIn,
  fillQuietly,
  hashTable,
} from './tables.queries.ts';

interface Parts {
  /** An empty database. */
  pool: Pool;
  /** An empty store. */
  store: FileStore;
  /** A folder on the store's file system. */
  incoming: string;
  place: BackupPlace;
  key: Buffer | null;
  /** The folder of the migrations; default: those of this version. */
  migrations?: string;
}

interface RestoreOptions {
  /** Null: the newest. */
  backup: string | null;
  /** Number of files to restore, taken from both ends of the list; null: all. */
  maxFiles: number | null;
}

export interface RestoreReport {
  backup: string;
  takenAt: string;
  rows: number;
  files: number;
  missingFiles: number;
}

/** Restores a backup into an empty installation and verifies each table and file. */
export async function restoreBackup(parts: Parts, wanted: RestoreOptions): Promise<RestoreReport> {
  const { pool, place } = parts;
  const names = await listBackups(place);
  const backup = wanted.backup ?? names.at(-1);
  if (backup === undefined || !names.includes(backup)) throw noBackup(wanted.backup, names);
  if (wanted.backup === null && isOfFuture(backup, Date.now())) throw notByItself(backup, names);
  const manifest = await readManifest(parts, backup);
  await requireEmpty(parts);
  const files = some(manifest.files, wanted.maxFiles);
  await requireFiles(place, files);
  const { migrations } = parts;
  const folder = migrations === undefined ? {} : { folder: migrations };
  await migrate(pool, { ...folder, upTo: manifest.migrations });
  await migrateJobs(pool);
  const client = await pool.connect();
  try {
    await fillTables(client, parts, { backup, manifest });
  } finally {
    client.release();
  }
  await bringFiles(parts, files);
  await migrate(pool, folder);
  return {
    backup,
    takenAt: manifest.takenAt,
    rows: manifest.tables.reduce((total, { rows }) => total + rows, 0),
    files: files.length,
    missingFiles: manifest.missingFiles.length,
  };
}

async function requireEmpty({ pool, store }: Parts): Promise<void> {
  if (await hasTables(pool)) {
    throw new StartFailure(
      'This database is not empty. A backup can only be restored into an empty installation: set VLABS_DATA to another folder, or DATABASE_URL to an empty database.',
    );
  }
  if ((await store.readMark()) !== null) {
    throw new StartFailure(
      'The file store is not empty. A backup can only be restored into an empty installation: set VLABS_DATA to another folder, or choose an empty bucket.',
    );
  }
}

/** Checks before anything is written. */
async function requireFiles(place: BackupPlace, files: readonly BackedUpFile[]): Promise<void> {
  const there = new Set(await listKeptFiles(place));
  for (const { key } of files) {
    if (there.has(fileOf(key))) continue;
    throw new StartFailure(
      `The backup lacks ${fileOf(key)}, which its manifest lists. Recover the complete backup folder or bucket, then restore again.`,
    );
  }
}

async function fillTables(
  client: ClientBase,
  { place, key }: Parts,
  { backup, manifest }: { backup: string; manifest: Manifest },
): Promise<void> {
  const tables = inOrder(manifest.tables, await listReferences(client));
  await fillQuietly(client, await listTables(client), async () => {
    for (const table of tables) {
      const name = tableOf(backup, table.schema, table.table);
      requireSame(table, await copyIn(client, table, unseal(key, name, place.read(name))));
    }
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
  });
  // Reads the tables again to verify them.
  for (const table of tables) requireSame(table, await hashTable(client, table));
}

function requireSame(wanted: BackedUpTable, found: { rows: number; sha256: string }): void {
  if (wanted.rows === found.rows && wanted.sha256 === found.sha256) return;
  throw new StartFailure(
    `The table ${wanted.table} has ${found.rows} rows that differ from the backup’s ${wanted.rows}. Don’t use this installation: restore another backup into an empty one.`,
  );
}

/** Sorts the tables so that referenced tables come first. */
function inOrder(
  tables: readonly BackedUpTable[],
  references: readonly { from: string; to: string }[],
): BackedUpTable[] {
  const ordered = new Set<BackedUpTable>();
  const byName = new Map(tables.map((table) => [`${table.schema}.${table.table}`, table]));
  const named = Map.groupBy(references, ({ from }) => from);
  const add = (name: string, waiting: readonly string[]): void => {
    const table = byName.get(name);
    if (!table || ordered.has(table)) return;
    if (waiting.includes(name)) throw new Error(`${name} refers to itself through other tables.`);
    for (const { to } of named.get(name) ?? []) add(to, [...waiting, name]);
    ordered.add(table);
  };
  for (const name of byName.keys()) add(name, []);
  return [...ordered];
}

async function bringFiles(
  { store, incoming, place, key }: Parts,
  files: readonly BackedUpFile[],
): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const file of files) {
    const name = fileOf(file.key);
    const received = join(incoming, randomUUID());
    const bytes = checked(unseal(key, name, place.read(name)), file);
    await pipeline(bytes, createWriteStream(received, { mode: 0o600, flush: true }));
    await store.putFile(file.key, received);
  }
}

/** Takes some from the beginning and some from the end. */
function some<One>(all: readonly One[], max: number | null): readonly One[] {
  if (max === null || all.length <= max) return all;
  const first = Math.ceil(max / 2);
  return [...all.slice(0, first), ...all.slice(all.length - (max - first))];
}

function notByItself(newest: string, names: readonly string[]): StartFailure {
  return new StartFailure(
    `The newest backup, ${newest}, is dated in the future: a clock is or was wrong. Choose a backup with --backup. Available: ${names.slice(-20).join(', ')}.`,
  );
}

function noBackup(wanted: string | null, names: readonly string[]): StartFailure {
  if (names.length === 0) return new StartFailure('There is no backup in this place.');
  return new StartFailure(
    `There is no backup ${wanted}. Available: ${names.slice(-20).join(', ')}.`,
  );
}
