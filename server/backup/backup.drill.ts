import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { DiskStore } from '../files/stores/disk-store.ts';
import { migrate } from '../platform/postgres/migrations/migrate.ts';
import { readMigrations } from '../platform/postgres/migrations/migrations.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { ROWS_OF_FIRST_RELEASE, makeLaterVersion } from '../testing/database/later-version.ts';
import { type TestDatabase, makeTestDatabase } from '../testing/database/test-database.ts';
import { type ObjectStore, startObjectStore } from '../testing/peers/object-store.ts';
import { listen, makeStorage } from '../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { BackupFolder } from './backup-folder.ts';
import {
  type BackupPlace,
  listBackups,
  listKeptFiles,
  manifestOf,
  tableOf,
} from './backup-place.ts';
import { makeBackup } from './make-backup.ts';
import { openBackupPlace } from './open-place.ts';
import { restoreBackup } from './restore-backup.ts';
import { KEY_BYTES } from './sealing.ts';
import { listMigrations, listTables, hashTable } from './tables.queries.ts';

const key = randomBytes(KEY_BYTES);
let home: string;
let objects: ObjectStore;
let place: BackupPlace;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(() => objects.close());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vlabs-backup-'));
});
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await rm(home, { recursive: true, force: true });
});

const storeOf = (name: string) => new DiskStore(join(home, name, 'files'));

async function start(name: string, database?: TestDatabase): Promise<TestApp> {
  const environment = { VLABS_DATA: join(home, name) };
  const server = await makeTestApp({ environment, ...(database && { database }) });
  open.push(server);
  return server;
}

async function makeDatabase(contents: 'empty' | 'migrated'): Promise<TestDatabase> {
  const database = await makeTestDatabase(contents);
  open.push(database);
  return database;
}
const makeEmpty = () => makeDatabase('empty');

const backUp = (pool: Pool, by: Buffer | null = key) =>
  makeBackup({ pool, store: storeOf('data'), place, key: by });

interface How {
  name?: string;
  by?: Buffer | null;
  backup?: string | null;
  maxFiles?: number | null;
  migrations?: string;
}
const restore = (
  { pool }: TestDatabase,
  { name = 'new', by = key, backup = null, maxFiles = null, ...more }: How = {},
) =>
  restoreBackup(
    { pool, store: storeOf(name), incoming: join(home, name, 'incoming'), place, key: by, ...more },
    { backup, maxFiles },
  );

/** The contents of every table except the job queue, which keeps running. */
async function hashAll(pool: Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  try {
    const tables = (await listTables(client)).filter(({ schema }) => schema === 'public');
    const hashes: Record<string, unknown> = {};
    for (const table of tables) hashes[table.table] = await hashTable(client, table);
    return hashes;
  } finally {
    client.release();
  }
}

/** The erasure pass at a server's start also writes during a backup. */
const passIsOver = (pool: Pool) =>
  expect
    .poll(() => pool.query('select from erasure_passes where finished_at is not null'))
    .toMatchObject({ rowCount: 1 });

const addresses = new Map<TestApp, Promise<string>>();
function addressOf(server: TestApp): Promise<string> {
  const address = addresses.get(server) ?? listen(server);
  addresses.set(server, address);
  return address;
}

const storeFile = async (server: TestApp, admin: MadePerson, fileId: string) =>
  makeStorage(await addressOf(server), admin.token).createFile({
    bucketId: 'assignments',
    fileId,
    file: new File([`text of ${fileId}`], `${fileId}.txt`),
  });

/** Creates data of most kinds. */
async function fill(server: TestApp, fileId = 'brief') {
  const admin = await makeAdmin(server.pool);
  const student = await makeStudent(server.pool);
  const quizId = await makeQuiz(server.app, admin);
  const sitting = callsOn(server, quizId, student);
  await sitting.start();
  await sitting.save(1, { 0: '2' });
  const submitted = await sitting.submit();
  expect(submitted.statusCode).toBe(200);
  await storeFile(server, admin, fileId);
  return { admin, student, quizId };
}

/** A separate place for each test. */
const places = {
  'a folder': () => new BackupFolder(join(home, 'backup')),
  'a bucket': () =>
    openBackupPlace(`s3://v-labs/${randomUUID()}/of/vlabs/`, readConfig(backupSettings()).backupS3),
};
const backupSettings = () => ({
  VLABS_BACKUP_S3_ENDPOINT: objects.environment['VLABS_S3_ENDPOINT'],
  VLABS_BACKUP_S3_ACCESS_KEY_ID: objects.environment['VLABS_S3_ACCESS_KEY_ID'],
  VLABS_BACKUP_S3_SECRET_ACCESS_KEY: objects.environment['VLABS_S3_SECRET_ACCESS_KEY'],
});

describe.each(['a folder', 'a bucket'] as const)('a backup in %s', (kind) => {
  beforeEach(() => {
    place = places[kind]();
  });

  test('what was destroyed is restored: every row, file and receipt, while nobody stays signed in', async () => {
    const server = await start('data');
    const { admin, student, quizId } = await fill(server);
    const result = (await callsOn(server, quizId, student).result()).json();
    await passIsOver(server.pool);
    const report = await backUp(server.pool);
    expect(report).toMatchObject({ files: 1, newFiles: 1, missingFiles: 0 });
    const before = await hashAll(server.pool);
    // Neither file contents nor file names are readable.
    expect(await readAll()).not.toMatch(/text of brief|brief\.txt/);

    const database = await makeEmpty();
    await rm(join(home, 'data'), { recursive: true });
    expect(await restore(database)).toMatchObject({ rows: report.rows, files: 1 });
    expect(await hashAll(database.pool)).toEqual(before);

    const again = await start('new', database);
    const refused = await again.app.inject({ url: '/api/v1/auth/account', headers: admin.headers });
    expect(refused.statusCode).toBe(401);
    const teacher = await makeAdmin(database.pool);
    const storage = makeStorage(await addressOf(again), teacher.token);
    const link = storage.getFileDownload({ bucketId: 'assignments', fileId: 'brief' });
    const file = await fetch(link, { headers: { 'x-appwrite-jwt': teacher.token } });
    expect(await file.text()).toBe('text of brief');
    const url = `/api/v1/auth/quiz/${quizId}/result?userId=${student.id}`;
    const kept = (await again.app.inject({ url, headers: teacher.headers })).json();
    expect(kept.data.receipt).toEqual(result.data.receipt);
    // Sequences continue where they were.
    await fill(again, 'another');
  });

  test('a further backup brings the files that are new, and each can be restored', async () => {
    const server = await start('data');
    const { admin } = await fill(server);
    const first = await backUp(server.pool);
    await storeFile(server, admin, 'second');
    const second = await backUp(server.pool);
    expect(second).toMatchObject({ files: 2, newFiles: 1 });
    expect(await listBackups(place)).toEqual([first.backup, second.backup]);
    expect(await restore(await makeEmpty(), { backup: first.backup })).toMatchObject({ files: 1 });
    expect(await restore(await makeEmpty(), { name: 'newer' })).toMatchObject({ files: 2 });
    expect(await restore(await makeEmpty(), { name: 'some', maxFiles: 1 })).toMatchObject({
      files: 1,
    });
  });

  test('a file that the store has lost is reported, and the rest is backed up', async () => {
    const server = await start('data');
    await fill(server);
    await rm(join(home, 'data/files/stored'), { recursive: true });
    expect(await backUp(server.pool)).toMatchObject({ files: 0, missingFiles: 1 });
    expect(await restore(await makeEmpty())).toMatchObject({ files: 0, missingFiles: 1 });
  });

  test('an older version’s backup is restored and brought to today’s tables', async () => {
    const older = await makeEmpty();
    await migrate(older.pool, { upTo: (await readMigrations()).slice(0, 1) });
    await older.pool.query(await readFile(ROWS_OF_FIRST_RELEASE, 'utf8'));
    await migrate(older.pool);
    await backUp(older.pool, null);
    const database = await makeEmpty();
    const { folder, close } = await makeLaterVersion();
    await restore(database, { by: null, migrations: folder });
    const names = (await readMigrations(folder)).map(({ name }) => name);
    await close();
    expect((await listMigrations(database.pool)).map(({ name }) => name)).toEqual(names);
    const { rows } = await database.pool.query('select nickname from students order by 1');
    expect(rows).toEqual([{ nickname: 'Das' }, { nickname: 'Sen' }]);
  });

  test('is refused before a row is written: into a non-empty installation, with another key, without a part', async () => {
    const server = await start('data');
    await fill(server);
    await expect(restore(await makeEmpty())).rejects.toThrow('There is no backup in this place.');
    const { backup } = await backUp(server.pool);
    await expect(restore(await makeDatabase('migrated'))).rejects.toThrow(
      'This database is not empty',
    );
    const database = await makeEmpty();
    await expect(restore(database, { name: 'data' })).rejects.toThrow('file store is not empty');
    await expect(restore(database, { by: null })).rejects.toThrow('--key-file');
    const other = randomBytes(KEY_BYTES);
    await expect(restore(database, { by: other })).rejects.toThrow('another key');
    await expect(backUp(server.pool, other)).rejects.toThrow('another key');
    await expect(restore(database, { backup: '2020' })).rejects.toThrow(`Available: ${backup}.`);
    for (const name of await listKeptFiles(place)) await place.remove(name);
    await expect(restore(database)).rejects.toThrow('The backup lacks files/');
    expect(await listTables(database.pool)).toEqual([]);
  });

  test('a backup in which anything was changed is not restored', async () => {
    const server = await start('data');
    await fill(server);
    const { backup } = await backUp(server.pool);
    const parts = [manifestOf(backup), tableOf(backup, 'public', 'people')];
    for (const name of [...parts, ...(await listKeptFiles(place))]) {
      const whole = await buffer(place.read(name));
      const changed = Buffer.from(whole);
      const middle = Math.floor(whole.length / 2);
      changed.writeUInt8(whole.readUInt8(middle) ^ 1, middle);
      await place.write(name, once(changed));
      await expect(restore(await makeEmpty(), { name })).rejects.toThrow('is damaged');
      await place.write(name, once(whole));
    }
  });
});

async function readAll(): Promise<string> {
  const names = [...(await place.list('backups')), ...(await place.list('files'))];
  const parts = await Promise.all(names.map((name) => buffer(place.read(name))));
  return Buffer.concat(parts).toString('latin1') + names.join(' ');
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}
