import { expect, test } from 'vitest';
import { lookAt } from './written-files.ts';

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};
const look = (path: string, bytes: Uint8Array<ArrayBuffer>) => lookAt({ path, bytes });
const encode = (text: string) => new TextEncoder().encode(text);

test('a picture is told by its contents, not by its name', () => {
  expect(look('x.txt', png(640, 480))).toEqual({ kind: 'picture', type: 'image/png' });
  expect(look('x.png', encode('no picture'))).toEqual({ kind: 'text', text: 'no picture' });
  expect(look('x.svg', encode('<svg/>'))).toEqual({ kind: 'picture', type: 'image/svg+xml' });
});

test('a small file of a huge picture is not shown', () => {
  expect(look('x.png', png(100_000, 100_000))).toBeNull();
  expect(look('x.png', png(640, 480).slice(0, 20))).toBeNull();
});

test('what is no text, or a long one, is only downloaded', () => {
  expect(look('x.bin', new Uint8Array([1, 0, 2]))).toBeNull();
  expect(look('x.txt', new Uint8Array([0xff, 0xfe, 0x41]))).toBeNull();
  expect(look('x.txt', encode('x'.repeat(100_001)))).toBeNull();
});
