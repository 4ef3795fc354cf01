import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { distinctNames, safeName } from './entry-names.ts';

test.each([
  ['main.c', 'main.c'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['C:\\a\\b.txt', 'C__a_b.txt'],
  ['.hidden', '_hidden'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['a\nb', 'a_b'],
  ['name. ', 'name'],
  ['', '_'],
  ['प्रश्न १.pdf', 'प्रश्न १.pdf'],
])('%j is packed as %j', (name, packed) => {
  expect(safeName(name)).toBe(packed);
});

test('a long name keeps its ending', () => {
  expect(safeName(`${'x'.repeat(300)}.java`)).toMatch(/^x{95}\.java$/);
});

test('whatever files are called, no two in a folder have one name, and none leaves the folder', () => {
  assert(
    property(array(string({ unit: 'grapheme' })), (names) => {
      const packed = distinctNames(names);
      expect(new Set(packed.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of packed) expect(name).toMatch(/^[^/\\]+$/);
      for (const name of packed) expect(['.', '..']).not.toContain(name);
    }),
  );
});
