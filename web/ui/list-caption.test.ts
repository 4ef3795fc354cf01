import { expect, test } from 'vitest';
import { captionOf } from './list-caption.ts';

test('a list that could not be loaded is not called updated today', () => {
  expect(captionOf({ isError: true, hasNextPage: false })).toBe('Could not be loaded');
  expect(captionOf({ isError: false, hasNextPage: true })).toBe('Of those listed');
  expect(captionOf({ isError: false, hasNextPage: false })).toBe('Last updated today');
});
