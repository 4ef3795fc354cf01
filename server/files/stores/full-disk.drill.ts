import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from 'appwrite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStoreKnown } from '../../testing/acts/known-store.ts';
import { makeAdmin } from '../../testing/acts/make.ts';
import { listen, makeStorage } from '../../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { ageTombstones } from '../../testing/database/time-travel.queries.ts';

const MEGABYTE = 1_048_576;
const isRoot = process.geteuid?.() === 0;

// Only root can mount a small file system.
describe.skipIf(!isRoot)('a full disk (needs root, to mount a small file system)', () => {
  let disk: string;
  let full: TestApp;
  let asFull: Storage;

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'vlabs-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', disk]);
    full = await makeTestApp({ environment: { VLABS_DATA: disk } });
    asFull = makeStorage(await listen(full), (await makeAdmin(full.pool)).token);
  });
  afterAll(async () => {
    await full.close();
    execFileSync('umount', ['--lazy', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  test('is 507 with a clear message, and what was stored before stays', async () => {
    const send = (fileId: string, megabytes: number) =>
      asFull.createFile({
        bucketId: 'assignments',
        fileId,
        file: new File([new Uint8Array(megabytes * MEGABYTE)], 'a.bin'),
      });
    const first = await send('first', 4);
    const storageFull = { code: 507, type: 'storage_full' };
    await send('second', 5);
    await expect(send('third', 4)).rejects.toMatchObject(storageFull);
    await expect(send('fourth', 9)).rejects.toMatchObject(storageFull);
    await expect(
      asFull.getFile({ bucketId: 'assignments', fileId: 'third' }),
    ).rejects.toMatchObject({ code: 404 });
    expect(await asFull.getFile({ bucketId: 'assignments', fileId: 'first' })).toMatchObject({
      signature: first.signature,
    });
    await asFull.deleteFile({ bucketId: 'assignments', fileId: 'second' });
    await makeStoreKnown(full.pool);
    await ageTombstones(full.pool, 31 * 24);
    await full.files.sweep();
    await expect(send('third', 4)).resolves.toMatchObject({ chunksUploaded: 1 });
  });
});
