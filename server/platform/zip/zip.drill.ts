import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ZipEntry, streamZip } from './zip.ts';

const GB = 1024 ** 3;
const at = new Date('2026-11-26T10:00:00Z');
const piece = Buffer.alloc(16 * 1024 * 1024);

function* large() {
  for (let sent = 0; sent < 4 * GB + piece.length; sent += piece.length) yield piece;
}

async function* entries(): AsyncGenerator<ZipEntry> {
  yield { name: 'large.bin', at, content: Readable.from(large(), { objectMode: false }) };
  yield { name: 'after.txt', at, content: ['after'] };
}

test('an archive above 4 GB has the form for large archives', async () => {
  let size = 0;
  let end = Buffer.alloc(0);
  for await (const bytes of streamZip(entries())) {
    size += bytes.length;
    end = Buffer.concat([end, bytes]).subarray(-1024);
  }
  expect(size).toBeGreaterThan(4 * GB);
  const record = end.indexOf('PK\x06\x06');
  expect(record).toBeGreaterThan(-1);
  // The number of entries, and where their list begins.
  expect(end.readBigUInt64LE(record + 32)).toBe(2n);
  expect(end.readBigUInt64LE(record + 48)).toBeGreaterThan(BigInt(4 * GB));
});
