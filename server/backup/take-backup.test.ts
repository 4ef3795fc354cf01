import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskStore } from '../files/stores/disk-store.ts';
import { makeTestDatabase } from '../testing/database/test-database.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { BackupFolder } from './backup-folder.ts';
import { listBackups } from './backup-place.ts';
import { lockBackups } from './backup-state.queries.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { noteVerified } from './verified.ts';

let home: string;
let place: BackupFolder;
let server: TestApp;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vlabs-take-'));
  place = new BackupFolder(join(home, 'backup'));
  server = await makeTestApp();
});
afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const key = null;
const store = () => new DiskStore(join(home, 'files'));
const take = (keep: number | null = null) =>
  takeBackup({ pool: server.pool, store: store(), place, key }, keep);

async function readAges(): Promise<Record<string, number>> {
  const { body } = await server.app.inject({ url: '/metrics' });
  const lines = body.matchAll(/^backup_age_seconds\{backup="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, which = '', value]) => [which, Number(value)]));
}

test('the metrics tell how old the newest backup is, and the newest verified one, once there are such', async () => {
  expect(await readAges()).toEqual({});
  const first = await take();
  expect(Object.keys(await readAges())).toEqual(['newest']);
  // By whoever verifies, on whatever machine; the next backup brings word of it.
  await noteVerified({ place, key }, first.backup);
  const second = await take(1);
  expect(await listBackups(place)).toEqual([first.backup, second.backup]);
  const ages = await readAges();
  expect(ages['newest']).toBeGreaterThan(0);
  expect(ages['newest_verified']).toBeGreaterThan(ages['newest'] ?? 0);
  expect(ages['newest_verified']).toBeLessThan(300);
});

test('what is known of backups is not in them: a restored installation has none', async () => {
  await take();
  await take();
  const database = await makeTestDatabase('empty');
  const incoming = join(home, 'incoming');
  const parts = { pool: database.pool, store: new DiskStore(join(home, 'new')), incoming };
  await restoreBackup({ ...parts, place, key }, { backup: null, maxFiles: null });
  await server.close();
  server = await makeTestApp({ database });
  expect(await readAges()).toEqual({});
  await server.close();
  await database.close();
  server = await makeTestApp();
});

test('of two backups at once the second is refused, and the next one is taken', async () => {
  const other = await server.pool.connect();
  expect(await lockBackups(other)).toBe(true);
  await expect(take()).rejects.toThrow('Another backup of this installation is being taken');
  other.release(true);
  await expect.poll(() => take().then(() => true, String)).toBe(true);
  expect(await listBackups(place)).toHaveLength(1);
});
