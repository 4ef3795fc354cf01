import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '../testing/peers/object-store.ts';
import { BackupBucket } from './backup-bucket.ts';
import { BackupFolder } from './backup-folder.ts';
import {
  type BackupPlace,
  fileOf,
  listBackups,
  listKeptFiles,
  manifestOf,
  nameBackup,
  tableOf,
  timeOf,
  verifiedOf,
} from './backup-place.ts';
import { writeManifest } from './manifest.ts';
import { removeOldBackups } from './old-backups.ts';
import { KEY_BYTES } from './sealing.ts';
import { findNewestVerified, noteVerified } from './verified.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const key = randomBytes(KEY_BYTES);
let home: string;
let objects: ObjectStore;
let place: BackupPlace;
/** The most recent backup. */
let taken = { backup: '', installation: '' };
beforeAll(async () => {
  objects = await startObjectStore();
});
afterAll(() => objects.close());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vlabs-old-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const places = {
  'a folder': () => new BackupFolder(home),
  'a bucket': () => {
    const endpoint = objects.environment['VLABS_S3_ENDPOINT'] ?? '';
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const where = { endpoint, region: 'us-east-1', bucket: 'v-labs', ...keys };
    return new BackupBucket({ ...where, timeoutSeconds: 30 }, randomUUID());
  },
};

async function* some(): AsyncIterable<Buffer> {
  yield Buffer.from('bytes');
}

/** One table and the files' bytes, without a manifest. */
async function begin(daysAgo: number, files: readonly string[]): Promise<string> {
  const backup = nameBackup(new Date(NOW - daysAgo * 24 * 3_600_000));
  await place.write(tableOf(backup, 'public', 'people'), some());
  for (const file of files) await place.write(fileOf(file), some());
  return backup;
}

const HERE = 'here';
const left = { future: [], others: [] };

async function make(
  daysAgo: number,
  files: readonly string[],
  installation: string | null = HERE,
): Promise<string> {
  const backup = await begin(daysAgo, files);
  const named = files.map((file) => ({ key: file, sizeBytes: 5, sha256: 'a'.repeat(64) }));
  const takenAt = timeOf(backup)?.toISOString() ?? '';
  const nothing = { migrations: [], tables: [], sequences: [], missingFiles: [] };
  const manifest = { format: 1 as const, takenAt, ...nothing, files: named };
  if (installation === HERE) taken = { backup, installation };
  const whose = installation === null ? {} : { installation };
  await writeManifest({ place, key }, backup, { ...manifest, ...whose });
  return backup;
}

const remove = (keep: number) => removeOldBackups({ place, key }, { keep, taken, nowMs: NOW });
const files = () => Array.from({ length: 6 }, () => randomUUID());

describe.each(['a folder', 'a bucket'] as const)('of the backups in %s', (kind) => {
  beforeEach(() => {
    place = places[kind]();
  });

  test('the newest stay, with every file that one of them names, and no other', async () => {
    const [a = '', b = '', c = '', d = ''] = files();
    const oldest = await make(4, [a, b]);
    const older = await make(3, [b, c]);
    const second = await make(2, [c]);
    const newest = await make(1, [c, d]);
    expect(await remove(2)).toEqual({
      removed: [oldest, older],
      removedFiles: 2,
      unfinished: [],
      ...left,
    });
    expect(await listBackups(place)).toEqual([second, newest]);
    expect(await listKeptFiles(place)).toEqual([fileOf(c), fileOf(d)].toSorted());
    expect(await place.list('backups')).toHaveLength(4);
    expect(await remove(2)).toEqual({ removed: [], removedFiles: 0, unfinished: [], ...left });
  });

  test('the newest verified one stays, however old it is, and its files', async () => {
    const [a = '', b = '', c = ''] = files();
    const tooOld = await make(9, [a]);
    const verified = await make(8, [b]);
    await make(3, [c]);
    const newest = await make(1, [c]);
    for (const backup of [tooOld, verified]) await noteVerified({ place, key }, backup);
    expect(await findNewestVerified({ place, key }, HERE)).toBe(verified);
    await remove(1);
    expect(await listBackups(place)).toEqual([verified, newest]);
    expect(await listKeptFiles(place)).toEqual([fileOf(b), fileOf(c)].toSorted());
  });

  test('one that is being written is left alone, and every file with it', async () => {
    const [a = '', b = '', c = ''] = files();
    const old = await make(3, [a]);
    const underWay = await begin(1.9, [b]);
    const newest = await make(1, [c]);
    expect(await remove(1)).toEqual({
      removed: [old],
      removedFiles: 0,
      unfinished: [underWay],
      ...left,
    });
    expect(await listKeptFiles(place)).toHaveLength(3);
    expect((await place.list('backups')).some((name) => name.includes(underWay))).toBe(true);
    expect(await listBackups(place)).toEqual([newest]);
  });

  test('one that broke off days ago goes, with the files that it brought alone', async () => {
    const [a = '', b = ''] = files();
    const broken = await begin(2.1, [a, b]);
    const newest = await make(1, [b]);
    expect(await remove(5)).toEqual({
      removed: [broken],
      removedFiles: 1,
      unfinished: [],
      ...left,
    });
    expect(await listBackups(place)).toEqual([newest]);
    expect(await listKeptFiles(place)).toEqual([fileOf(b)]);
  });

  test('a backup from the future is neither counted nor removed, and is reported', async () => {
    const [a = '', b = '', c = ''] = files();
    const future = await make(-40, [a]);
    const old = await make(1, [b]);
    const newest = await make(0, [c]);
    const reported = {
      removed: [old],
      removedFiles: 1,
      unfinished: [],
      others: [],
      future: [future],
    };
    expect(await remove(1)).toEqual(reported);
    expect(await listBackups(place)).toEqual([newest, future]);
    expect(await listKeptFiles(place)).toEqual([fileOf(a), fileOf(c)].toSorted());
  });

  test('the backup just taken stays, even if the clock was set back and others are newer', async () => {
    await make(0.001, []);
    const another = await make(0, []);
    const newest = await make(0.002, []);
    await remove(1);
    expect(await listBackups(place)).toEqual([newest, another]);
  });

  test('backups of another or unknown installation stay', async () => {
    const [a = '', b = '', c = ''] = files();
    const unknown = await make(9, [a], null);
    const foreign = await make(8, [b], 'there');
    for (const backup of [unknown, foreign]) await noteVerified({ place, key }, backup);
    const old = await make(3, [c]);
    const newest = await make(1, []);
    expect(await findNewestVerified({ place, key }, HERE)).toBe(null);
    expect(await remove(1)).toMatchObject({ removed: [old], others: [unknown, foreign] });
    expect(await listBackups(place)).toEqual([unknown, foreign, newest]);
    expect(await listKeptFiles(place)).toEqual([fileOf(a), fileOf(b)].toSorted());
  });

  test('other files next to them stay', async () => {
    const [a = '', b = ''] = files();
    // Our file is in a folder named after the beginning of its name.
    const another = a.startsWith('ff') ? '00' : 'ff';
    const misplaced = `files/${another}/${a}`;
    const foreign = ['files/stored/ab/abcdef', misplaced, 'files/mark', 'files/README'];
    for (const name of foreign) await place.write(name, some());
    const old = await make(3, [b]);
    await place.write(`backups/${old}/notes.txt`, some());
    await make(1, []);
    expect(await remove(1)).toMatchObject({ removed: [old], removedFiles: 1 });
    expect(await place.list('files')).toEqual(foreign.toSorted());
    expect(await place.list('backups')).toContain(`backups/${old}/notes.txt`);
    expect((await remove(1)).removed).toEqual([]);
  });

  test('the files of one that begins meanwhile stay', async () => {
    const [a = '', b = ''] = files();
    await make(3, [a]);
    await make(1, []);
    const at = place;
    let lists = 0;
    const list = async (folder: string) => {
      lists += 1;
      if (lists === 2) await begin(0, [b]);
      return at.list(folder);
    };
    const busy: BackupPlace = {
      list,
      read: (name) => at.read(name),
      write: (name, bytes) => at.write(name, bytes),
      remove: (name) => at.remove(name),
    };
    await removeOldBackups({ place: busy, key }, { keep: 1, taken, nowMs: NOW });
    expect(await listKeptFiles(place)).toContain(fileOf(b));
  });

  test('if a remaining backup is unreadable, nothing is removed', async () => {
    const [a = '', b = ''] = files();
    await make(3, [a]);
    const newest = await make(1, [b]);
    await place.write(manifestOf(newest), some());
    const before = await place.list('backups');
    await expect(remove(1)).rejects.toThrow('is damaged');
    expect(await place.list('backups')).toEqual(before);
    expect(await listKeptFiles(place)).toHaveLength(2);
  });
});

test('a note of a verification that was made without the key is refused', async () => {
  place = places['a folder']();
  const backup = await make(1, []);
  await noteVerified({ place, key: null }, backup);
  await expect(findNewestVerified({ place, key }, HERE)).rejects.toThrow('not encrypted');
  await place.write(verifiedOf(backup), some());
  await expect(remove(1)).rejects.toThrow('is damaged');
});

test('what is no name of a backup is left alone', async () => {
  place = places['a folder']();
  await place.write('backups/of-the-admin/notes', some());
  await place.write('backups/README', some());
  await make(1, []);
  expect((await remove(1)).removed).toEqual([]);
  expect(await place.list('backups')).toHaveLength(4);
});
