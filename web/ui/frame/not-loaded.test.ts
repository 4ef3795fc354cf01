import { expect, test } from 'vitest';
import { isNotLoaded } from './not-loaded.ts';

test.for([
  'Failed to fetch dynamically imported module: /assets/Page.js',
  'error loading dynamically imported module: /assets/Page.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/Page.css',
])('“%s” is a page that did not arrive', (message) => {
  expect(isNotLoaded(new TypeError(message))).toBe(true);
});

test('any other error is a fault of V-labs', () => {
  expect(isNotLoaded(new TypeError('destroy is not a function'))).toBe(false);
  expect(isNotLoaded('thrown text')).toBe(false);
});
