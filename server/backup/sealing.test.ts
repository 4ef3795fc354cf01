import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KEY_BYTES, seal, unseal } from './sealing.ts';

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
    await expect(read(changed)).rejects.toThrow(place === 7 ? 'is not encrypted' : 'is damaged');
    await expect(read(whole.subarray(0, place))).rejects.toThrow('is damaged');
  }
  await expect(read(whole, key, 'files/ab/other')).rejects.toThrow('another key');
  await expect(read(whole, randomBytes(KEY_BYTES))).rejects.toThrow('another key');
  await expect(read(whole, null)).rejects.toThrow('--key-file');
});

test('what is sealed shows nothing of what it holds', async () => {
  const whole = await sealed(Buffer.from('a secret of somebody'));
  expect(whole.includes('secret')).toBe(false);
  expect(await sealed(Buffer.from('a secret of somebody'))).not.toEqual(whole);
});
