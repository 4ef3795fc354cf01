import { array, assert, base64String, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { countBase64Bytes, findClashingPath, isFilePath } from './program-files.ts';

test('whatever is allowed stays below its folder and is no option of a compiler', () => {
  const parts = string({ unit: constantFrom('a', 'B', '.', '-', '_', '/', '\\', '\0', ' ', 'ä') });
  assert(
    property(parts, (path) => {
      if (!isFilePath(path)) return;
      const names = path.split('/');
      expect(names.length).toBeLessThanOrEqual(4);
      for (const name of names) expect(name).toMatch(/^\w[\w.-]*$/);
    }),
    { numRuns: 2000 },
  );
});

test('no name is that of the prototype of objects', () => {
  for (const path of ['__proto__', 'lib/__proto__', '__proto__/a'])
    expect(isFilePath(path)).toBe(false);
  for (const path of ['__init__.py', '__proto__.py', 'constructor'])
    expect(isFilePath(path)).toBe(true);
});

test('paths without a clash can all be made, in any order, on a system that ignores case', () => {
  const path = array(constantFrom('a', 'A', 'b'), { minLength: 1, maxLength: 3 });
  assert(
    property(array(path, { maxLength: 6 }), (all) => {
      const paths = all.map((names) => names.join('/'));
      const clash = findClashingPath(paths);
      const folded = paths.map((one) => one.toLowerCase());
      const isEqual = new Set(folded).size < folded.length;
      const isBoth = folded.some((one) => folded.some((other) => other.startsWith(`${one}/`)));
      expect(clash !== null).toBe(isEqual || isBoth);
      expect(findClashingPath(paths.toReversed()) !== null).toBe(clash !== null);
    }),
  );
});

test('the bytes of Base64 are counted without decoding it', () => {
  assert(
    property(base64String(), (text) => {
      expect(countBase64Bytes(text)).toBe(Buffer.from(text, 'base64').length);
    }),
  );
});
