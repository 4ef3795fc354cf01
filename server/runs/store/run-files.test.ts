import { array, assert, constantFrom, option, property, record, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { packFiles, unpackFiles } from './run-files.ts';

test('files are read as they were stored, with line breaks, NUL and empty ones', () => {
  const file = record(
    {
      path: constantFrom('a', 'lib/add.c', 'data/x'),
      bytes: uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      role: option(constantFrom('visible' as const, 'hidden' as const), { nil: undefined }),
    },
    { requiredKeys: ['path', 'bytes'] },
  );
  assert(
    property(array(file, { maxLength: 5 }), (files) => {
      expect(unpackFiles(packFiles(files))).toEqual(files);
    }),
  );
  expect(packFiles([])).toBeNull();
});
