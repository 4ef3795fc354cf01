import { ID, type Storage } from 'appwrite';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFiles } from '../../testing/database/blocked.queries.ts';
import { makeStoreKnown } from '../../testing/acts/known-store.ts';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { listen, makeStorage } from '../../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { ageFiles, ageTombstones } from '../../testing/database/time-travel.queries.ts';

const QUARTER_HOURS = 90 * 24;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-restore-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a server with the existing files, and with a new database unless one is given. */
const start = (database?: TestDatabase, message: string[] = []) =>
  makeTestApp({
    environment: { VLABS_DATA: folder },
    ...(database && { database }),
    log: pino({ level: 'warn' }, { write: (line) => message.push(line) }),
  });

async function signIn(server: TestApp): Promise<Storage> {
  return makeStorage(await listen(server), (await makeAdmin(server.pool)).token);
}

const store = (storage: Storage, fileId: string, bucketId = 'assignments') =>
  storage.createFile({ bucketId, fileId, file: new File([`text of ${fileId}`], `${fileId}.txt`) });

async function listStored(): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(folder, 'files/stored'), options).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** Makes the files look unchanged for three days. */
async function ageOnDisk(paths: readonly string[]): Promise<void> {
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  for (const path of paths) await utimes(path, threeDaysAgo, threeDaysAgo);
}

test('a start on an empty database beside existing files deletes none of them, and says why', async () => {
  const before = await start();
  await store(await signIn(before), 'brief');
  await before.close();
  const stored = await listStored();
  expect(stored).toHaveLength(1);
  await ageOnDisk(stored);

  const message: string[] = [];
  const after = await start(undefined, message);
  await after.files.sweep();
  expect(await listStored()).toEqual(stored);
  await expect.poll(() => message.join('')).toContain('No files are removed from the store');
  // Later sweeps keep them too: they only remove what was deleted in this database.
  await makeStoreKnown(after.pool);
  await after.files.sweep();
  expect(await listStored()).toEqual(stored);
  await after.close();
});

test('an older database finds the bytes of what was deleted since, and deletes nothing that is newer', async () => {
  const kept = await makeTestDatabase();
  const first = await start(kept);
  await store(await signIn(first), 'old');
  await makeStoreKnown(first.pool);
  await first.files.sweep();
  await first.close();
  await kept.pool.end();
  const database = await makeTestDatabase({ copyOf: kept.databaseUrl });
  const backup = await makeTestDatabase({ copyOf: kept.databaseUrl });

  const second = await start(database);
  const storage = await signIn(second);
  await storage.deleteFile({ bucketId: 'assignments', fileId: 'old' });
  await store(storage, 'new');
  await second.files.sweep();
  await second.close();
  await database.close();
  expect(await listStored()).toHaveLength(2);

  const message: string[] = [];
  const restored = await start(backup, message);
  await expect.poll(() => message.join('')).toContain('restored from a backup');
  const again = await signIn(restored);
  expect(await again.getFile({ bucketId: 'assignments', fileId: 'old' })).toBeTruthy();
  await ageOnDisk(await listStored());
  await makeStoreKnown(restored.pool);
  await restored.files.sweep();
  expect(await listStored()).toHaveLength(2);
  await restored.close();
  await backup.close();
  await kept.close();
});

test('uploads that were not handed in outlive a restore by seven days', async () => {
  const server = await start();
  const student = await makeStudent(server.pool);
  await store(makeStorage(await listen(server), student.token), 'draft', 'submissions');
  await ageFiles(server.pool, student.id, QUARTER_HOURS);
  expect((await server.files.sweep()).abandoned).toBe(0);
  await makeStoreKnown(server.pool);
  expect((await server.files.sweep()).abandoned).toBe(1);
  await server.close();
});

test('the bytes of a deleted file stay for thirty days, those that a student deleted for one', async () => {
  const server = await start();
  const url = await listen(server);
  const asAdmin = makeStorage(url, (await makeAdmin(server.pool)).token);
  const asStudent = makeStorage(url, (await makeStudent(server.pool)).token);
  await store(asAdmin, 'brief');
  await store(asStudent, 'draft', 'submissions');
  await makeStoreKnown(server.pool);
  await asAdmin.deleteFile({ bucketId: 'assignments', fileId: 'brief' });
  await asStudent.deleteFile({ bucketId: 'submissions', fileId: 'draft' });
  expect((await server.files.sweep()).removed).toBe(0);
  await ageTombstones(server.pool, 25);
  expect((await server.files.sweep()).removed).toBe(1);
  expect(await listStored()).toHaveLength(1);
  await ageTombstones(server.pool, 28 * 24);
  expect((await server.files.sweep()).removed).toBe(0);
  await ageTombstones(server.pool, 2 * 24);
  expect((await server.files.sweep()).removed).toBe(1);
  expect(await listStored()).toEqual([]);
  await server.close();
});

test('what a server had stored and not written down when it was killed is removed after a day', async () => {
  const database = await makeTestDatabase();
  const admin = await makeAdmin(database.pool);
  const { url, child } = await startServerProcess({
    DATABASE_URL: database.databaseUrl,
    VLABS_DATA: folder,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
  });
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lockFiles(lock);
  const sent = store(makeStorage(url, admin.token), ID.unique()).catch(() => null);
  await expect.poll(listStored).toHaveLength(1);
  child.kill('SIGKILL');
  await sent;
  await lock.query('rollback');
  lock.release();

  const server = await start(database);
  await makeStoreKnown(server.pool);
  expect((await server.files.sweep()).removed).toBe(0);
  expect(await listStored()).toHaveLength(1);
  await ageTombstones(server.pool, 25);
  // The first sweep of the server may have removed it already.
  await server.files.sweep();
  await expect.poll(listStored).toEqual([]);
  await server.close();
  await database.close();
});

test('of two servers that sweep at once one removes, and the store stays known', async () => {
  const server = await start();
  await makeStoreKnown(server.pool);
  await store(await signIn(server), 'brief');
  const sweeps = Array.from({ length: 4 }, () => server.files.sweep());
  await Promise.all(sweeps);
  await ageTombstones(server.pool, QUARTER_HOURS);
  await server.files.sweep();
  expect(await listStored()).toHaveLength(1);
  await server.close();
});
