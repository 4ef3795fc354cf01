import { strFromU8, unzipSync } from 'fflate';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type ZipEntry, streamZip } from './zip.ts';

async function* entriesOf(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

const at = new Date('2026-11-26T10:00:00Z');

const pack = () =>
  buffer(
    streamZip(
      entriesOf(
        { name: 'a/text.txt', at, content: ['one ', 'two'] },
        { name: 'file.bin', at: null, content: Readable.from([Buffer.from([1, 2, 3])]) },
      ),
    ),
  );

test('texts and files are packed in order, and equal entries give equal bytes', async () => {
  const bytes = await pack();
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['a/text.txt', 'file.bin']);
  expect(strFromU8(files['a/text.txt'] ?? new Uint8Array())).toBe('one two');
  expect([...(files['file.bin'] ?? [])]).toEqual([1, 2, 3]);
  expect((await pack()).equals(bytes)).toBe(true);
});

test('a file that cannot be read ends the archive with its error', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('The disk is gone.'));
    },
  });
  const archive = streamZip(entriesOf({ name: 'a', at, content: broken }));
  await expect(buffer(archive)).rejects.toThrow('The disk is gone.');
});

test('a reader who leaves ends the reading of files', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1024));
    },
  });
  const archive = streamZip(entriesOf({ name: 'a', at, content: endless }));
  archive.once('data', () => archive.destroy());
  await once(endless, 'close');
  expect(endless.destroyed).toBe(true);
});

test.each(['Asia/Kolkata', 'America/New_York', 'UTC'])(
  'entries without a time give the same bytes in the time zone %s',
  async (zone) => {
    const program = `
      import { streamZip } from ${JSON.stringify(join(import.meta.dirname, 'zip.ts'))};
      async function* entries() { yield { name: 'a.txt', at: null, content: ['text'] }; }
      for await (const bytes of streamZip(entries())) process.stdout.write(bytes);`;
    const options = { env: { ...process.env, TZ: zone }, encoding: 'buffer' as const };
    const args = ['--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    const here = await buffer(streamZip(entriesOf({ name: 'a.txt', at: null, content: ['text'] })));
    expect(stdout.equals(here)).toBe(true);
  },
);
