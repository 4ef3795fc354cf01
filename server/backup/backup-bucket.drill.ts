import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Places } from '../platform/jobs/places.ts';
import { type HostileStore, startHostileStore } from '../testing/peers/hostile-store.ts';
import { BackupBucket } from './backup-bucket.ts';
import { openBackupPlace } from './open-place.ts';
import { inPieces } from './pieces.ts';

const MEGABYTE = 1_048_576;
let objects: HostileStore;
let bucket: BackupBucket;
let prefix = 0;
beforeAll(async () => {
  objects = await startHostileStore();
});
afterAll(() => objects.close());
beforeEach(() => {
  objects.behave(null);
  prefix += 1;
  bucket = bucketAt(`p${prefix}`);
});

const settings = () => ({
  endpoint: objects.environment['VLABS_S3_ENDPOINT'] ?? '',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  timeoutSeconds: 30,
});

const bucketAt = (at: string, others = {}) =>
  new BackupBucket({ ...settings(), bucket: 'v-labs', ...others }, at);

async function* chunksOf(bytes: Buffer, chunkBytes = 60_000): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

test('bytes in pieces are the same bytes, and each piece but the last is full', async () => {
  const size = fc.integer({ min: 1, max: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 100 }),
      size,
      size,
      async (bytes, chunkBytes, max) => {
        const whole = Buffer.from(bytes);
        const pieces: Buffer[] = [];
        const ends: boolean[] = [];
        for await (const { piece, isLast } of inPieces(chunksOf(whole, chunkBytes), max)) {
          pieces.push(piece);
          ends.push(isLast);
        }
        expect(Buffer.concat(pieces)).toEqual(whole);
        expect(ends.indexOf(true)).toBe(ends.length - 1);
        for (const piece of pieces.slice(0, -1)) expect(piece.length).toBe(max);
      },
    ),
  );
});

test('a part of any size comes back as it was, in one call or in several pieces', async () => {
  for (const sizeBytes of [1, 8 * MEGABYTE, 8 * MEGABYTE + 1, 17 * MEGABYTE]) {
    const bytes = randomBytes(sizeBytes);
    await bucket.write('files/ab/one', chunksOf(bytes));
    expect((await buffer(bucket.read('files/ab/one'))).equals(bytes)).toBe(true);
  }
  expect(await bucket.list('files')).toEqual(['files/ab/one']);
});

async function* broken(): AsyncIterable<Buffer> {
  yield randomBytes(17 * MEGABYTE);
  throw new Error('The table is gone.');
}

test('a part that breaks off is not there', async () => {
  await expect(bucket.write('files/ab/one', broken())).rejects.toThrow('The table is gone.');
  expect(await bucket.list('files')).toEqual([]);
});

test('sees what is below its prefix alone, however many there are, and removes what it names', async () => {
  const names = Array.from({ length: 1100 }, (_, index) => `files/${index % 10}/${index}`);
  const places = new Places(20);
  await Promise.all(
    names.map((name) => places.run(() => bucket.write(name, chunksOf(Buffer.from(name))))),
  );
  await bucketAt(`p${prefix}0`).write('files/a/other', chunksOf(Buffer.from('other')));
  expect(await bucket.list('files')).toEqual(names.toSorted());
  expect(await bucket.list('backups')).toEqual([]);
  await bucket.remove('files/0/0');
  await bucket.remove('files/0/0');
  expect(await bucket.list('files')).toHaveLength(names.length - 1);
});

test('a call to a store that is briefly unavailable is retried', async () => {
  let refused = 0;
  objects.behave((call, reply) => {
    call.resume();
    refused += 1;
    if (refused === 3) objects.behave(null);
    reply.writeHead(503).end();
  });
  await bucket.write('files/ab/one', chunksOf(Buffer.from('bytes')));
  expect((await buffer(bucket.read('files/ab/one'))).toString()).toBe('bytes');
  expect(refused).toBe(3);
});

test('a silent store times out, with a message', async () => {
  objects.behave(() => undefined);
  const impatient = bucketAt('silent', { timeoutSeconds: 0.5 });
  const write = impatient.write('files/ab/one', chunksOf(Buffer.from('bytes')));
  await expect(write).rejects.toThrow('A request to the backups’ object store failed');
});

test('a store that lists other objects than it was asked for is not believed', async () => {
  objects.behave((call, reply) => {
    call.resume();
    reply.writeHead(200, { 'content-type': 'application/xml' });
    reply.end(
      '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>of-another/files/ab/one</Key></Contents></ListBucketResult>',
    );
  });
  await expect(bucket.list('files')).rejects.toThrow('a list of other objects');
});

test('a refusal is reported at once', async () => {
  objects.behave((call, reply) => {
    call.resume();
    reply.writeHead(403, { 'content-type': 'application/xml' });
    reply.end('<Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>');
  });
  await expect(bucket.list('files')).rejects.toThrow('AccessDenied: Not yours.');
  expect(objects.countCalls()).toBe(1);
});

test('a place in a bucket is named as such, and needs its settings', () => {
  expect(() => openBackupPlace('s3://Bucket', settings())).toThrow('s3://bucket/prefix');
  expect(() => openBackupPlace('s3://bucket/a', null)).toThrow('VLABS_BACKUP_S3_ENDPOINT');
  expect(openBackupPlace('s3://bucket', settings())).toBeInstanceOf(BackupBucket);
});
