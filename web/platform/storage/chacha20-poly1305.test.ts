import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './chacha20-poly1305.ts';

const LENGTHS = [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 4096, 70_001];

function sealByNode({ key, nonce, associated }: Parameters<typeof seal>[0], text: Buffer) {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  cipher.setAAD(associated, { plaintextLength: text.length });
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

const makeKeyed = (length: number) => ({
  key: randomBytes(32),
  nonce: randomBytes(12),
  associated: randomBytes(length % 37),
});

test.each(LENGTHS)('a text of %i bytes is sealed as OpenSSL seals it, and read again', (length) => {
  for (let time = 0; time < 10; time += 1) {
    const keyed = makeKeyed(length + time);
    const text = randomBytes(length);
    const sealed = seal(keyed, text);
    expect(Buffer.from(sealed).equals(sealByNode(keyed, text))).toBe(true);
    expect(Buffer.from(unseal(keyed, sealed) ?? []).equals(text)).toBe(true);
  }
});

const ones = (length: number) => Buffer.alloc(length, 0xff);

test('keys and texts of ones, where numbers carry, are sealed as OpenSSL seals them', () => {
  const keyed = { key: ones(32), nonce: ones(12), associated: ones(16) };
  for (const length of LENGTHS) {
    expect(Buffer.from(seal(keyed, ones(length)))).toEqual(sealByNode(keyed, ones(length)));
  }
});

test('a change of any part is noticed', () => {
  const keyed = makeKeyed(20);
  const sealed = seal(keyed, Buffer.from('int main(void) { return 0; }'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(keyed, changed)).toBeNull();
  }
  expect(unseal({ ...keyed, key: randomBytes(32) }, sealed)).toBeNull();
  expect(unseal({ ...keyed, nonce: randomBytes(12) }, sealed)).toBeNull();
  expect(unseal({ ...keyed, associated: randomBytes(20) }, sealed)).toBeNull();
  expect(unseal(keyed, sealed.subarray(0, 15))).toBeNull();
});
