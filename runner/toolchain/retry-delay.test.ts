import { expect, test } from 'vitest';
import { findRetryDelay } from './retry-delay.ts';

test('a failed start is retried soon, then less and less often', () => {
  const delays = [1, 2, 3, 7, 8, 1000].map(findRetryDelay);
  expect(delays).toEqual([5000, 10_000, 20_000, 320_000, 600_000, 600_000]);
});
