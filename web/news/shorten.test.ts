import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test('a description of 500 characters is not cut', () => {
  expect(shorten('x'.repeat(500))).toBe('x'.repeat(500));
});

test('a longer description is cut to 500 characters and an ellipsis', () => {
  expect(shorten('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`);
});

test('a character outside the basic plane counts once and is never cut in two', () => {
  expect(shorten('🧪'.repeat(501))).toBe(`${'🧪'.repeat(500)}…`);
});
