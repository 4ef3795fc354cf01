import { expect, test } from 'vitest';
import { formatSize } from './sizes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [2_500_000, '2.4 MB'],
  [52_428_800, '50 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%i bytes are shown as %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});
