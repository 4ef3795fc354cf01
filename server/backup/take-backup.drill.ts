import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskStore } from '../files/stores/disk-store.ts';
import { makeTestDatabase } from '../testing/database/test-database.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { BackupFolder } from './backup-folder.ts';
import { listBackups, manifestOf } from './backup-place.ts';
import { lockBackups } from './backup-state.queries.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import { noteVerified } from './verified.ts';
import { scrape } from '../testing/scrape.ts';

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
  const { body } = await server.app.inject(scrape);
  const lines = body.matchAll(/^backup_age_seconds\{backup="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, which = '', value]) => [which, Number(value)]));
}

test('the metrics tell how old the newest backup is, and the newest verified one, once there are such', async () => {
  expect(await readAges()).toEqual({});
  const began = Date.now();
  const first = await take();
  expect(Object.keys(await readAges())).toEqual(['newest']);
  // The verification may happen on any machine; the next backup picks it up.
  await noteVerified({ place, key }, first.backup);
  const second = await take(1);
  expect(await listBackups(place)).toEqual([first.backup, second.backup]);
  const ages = await readAges();
  expect(ages['newest']).toBeGreaterThan(0);
  expect(ages['newest_verified']).toBeGreaterThan(ages['newest'] ?? 0);
  // Taken during this test.
  const longestAge = (Date.now() - began) / 1000 + 1;
  expect(ages['newest_verified']).toBeLessThanOrEqual(longestAge);
});

test('a backup that a wrong clock has named is no newer than now, and those after it count', async () => {
  await server.pool.query(
    `insert into backup_state (newest_taken_at, newest_verified_taken_at)
     values (now() + interval '1 year', now() + interval '1 year')`,
  );
  await take();
  const ages = await readAges();
  expect(ages['newest']).toBeGreaterThanOrEqual(0);
  expect(ages).not.toHaveProperty('newest_verified');
});

async function* noManifest(): AsyncIterable<Buffer> {
  yield Buffer.from('bytes');
}

test('the backup is recorded even if old ones can’t be removed', async () => {
  const { backup } = await take();
  const { rows } = await server.pool.query('delete from backup_state returning newest_taken_at');
  expect(rows).toHaveLength(1);
  const earlier = manifestOf(backup.replace(/^\d{4}/, '2020'));
  await place.write(earlier, noManifest());
  await expect(take(1)).rejects.toThrow('is damaged');
  expect(Object.keys(await readAges())).toEqual(['newest']);
});

test('of two installations with one place each keeps its own', async () => {
  const first = await take();
  const there = await makeTestApp();
  const other = { pool: there.pool, store: store(), place, key };
  await takeBackup(other, 1);
  const second = await takeBackup(other, 1);
  expect(second.removal).toMatchObject({ others: [first.backup] });
  expect(await listBackups(place)).toEqual([first.backup, second.backup]);
  await there.close();
});

test('a restore does not choose a backup from the future', async () => {
  await take();
  vi.setSystemTime(Date.now() + 40 * 24 * 3_600_000);
  const future = await take();
  vi.useRealTimers();
  const database = await makeTestDatabase('empty');
  const parts = { pool: database.pool, store: new DiskStore(join(home, 'new')), place, key };
  const restore = (backup: string | null) =>
    restoreBackup({ ...parts, incoming: join(home, 'incoming') }, { backup, maxFiles: null });
  await expect(restore(null)).rejects.toThrow(`${future.backup}, is dated in the future`);
  expect(await restore(future.backup)).toMatchObject({ backup: future.backup });
  await database.close();
});

test('the state of backups is not backed up: a restored installation has none', async () => {
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
  await expect(take()).rejects.toThrow('Another backup of this installation is in progress');
  other.release(true);
  await expect.poll(() => take().then(() => true, String)).toBe(true);
  expect(await listBackups(place)).toHaveLength(1);
});
