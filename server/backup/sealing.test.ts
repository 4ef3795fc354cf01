import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY_BYTES, PIECE_BYTES, seal, unseal } from './sealing.ts';

const key = randomBytes(KEY_BYTES);
const NAME = 'files/ab/abcd';

/** Splits the same bytes at other positions. */
async function* cut(bytes: Buffer, places: readonly number[]): AsyncIterable<Buffer> {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  let from = 0;
  for (const to of ends.toSorted((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

const sealed = (plain: Buffer, by: Buffer | null = key, name = NAME) =>
  buffer(seal(by, name, cut(plain, [])));

test('what was sealed comes back, however it is cut', async () => {
  const places = fc.array(fc.nat(), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      places,
      places,
      async (bytes, one, other) => {
        for (const by of [key, null]) {
          const kept = await buffer(seal(by, NAME, cut(Buffer.from(bytes), one)));
          const back = await buffer(unseal(by, NAME, cut(kept, other)));
          expect(back).toEqual(Buffer.from(bytes));
        }
      },
    ),
  );
});

test('nothing that was changed, cut off, moved or sealed by another is taken for it', async () => {
  const whole = await sealed(randomBytes(100));
  const read = (bytes: Buffer, by: Buffer | null = key, name = NAME) =>
    buffer(unseal(by, name, cut(bytes, [])));
  for (let place = 0; place < whole.length; place += 1) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    await expect(read(changed)).rejects.toThrow('is damaged');
    await expect(read(whole.subarray(0, place))).rejects.toThrow('is damaged');
  }
  await expect(read(await sealed(Buffer.from('plain'), null))).rejects.toThrow('is not encrypted');
  await expect(read(whole, key, 'files/ab/other')).rejects.toThrow('another key');
  await expect(read(whole, randomBytes(KEY_BYTES))).rejects.toThrow('another key');
  await expect(read(whole, null)).rejects.toThrow('--key-file');
});

const readPieces = (bytes: Buffer) => buffer(unseal(key, NAME, cut(bytes, [1000, 2_000_000])));

test('a part of many pieces comes back, and none of them can be moved, repeated or left out', async () => {
  const sealedPiece = PIECE_BYTES + 16;
  const head = 8 + 7;
  for (const size of [PIECE_BYTES - 1, PIECE_BYTES, 2 * PIECE_BYTES, 2 * PIECE_BYTES + 5]) {
    const plain = randomBytes(size);
    expect((await readPieces(await sealed(plain))).equals(plain)).toBe(true);
  }
  const whole = await sealed(randomBytes(3 * PIECE_BYTES));
  const piece = (number: number) =>
    whole.subarray(head + number * sealedPiece, head + (number + 1) * sealedPiece);
  const orders = [[0, 1], [0], [1, 2], [0, 2], [1, 0, 2], [0, 0, 1, 2], [0, 1, 2, 2], []];
  for (const order of orders) {
    const changed = Buffer.concat([whole.subarray(0, head), ...order.map(piece)]);
    await expect(readPieces(changed)).rejects.toThrow('is damaged');
  }
});

test('a part that an earlier version sealed in one message is still read', async () => {
  const kept = Buffer.from(
    'dmxhYnMtYjFmuAAFeoNSN+V5PXRsRbqz16o1nIICCLgTm62i+gQGzanHnDYuPym4IXDhvll88oUJulbW1bQ=',
    'base64',
  );
  const earlierKey = Buffer.alloc(KEY_BYTES, 7);
  const read = (bytes: Buffer) => buffer(unseal(earlierKey, 'database', cut(bytes, [9])));
  expect((await read(kept)).toString()).toBe('kept by an earlier version');
  await expect(read(kept.subarray(0, -1))).rejects.toThrow('is damaged');
});

test('what is sealed shows nothing of what it holds', async () => {
  const whole = await sealed(Buffer.from('a secret of somebody'));
  expect(whole.includes('secret')).toBe(false);
  expect(await sealed(Buffer.from('a secret of somebody'))).not.toEqual(whole);
});
