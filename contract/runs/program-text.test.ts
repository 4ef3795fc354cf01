import { array, assert, constantFrom, property, record, string, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { findProblem, joinProgram, splitProgram } from './program-text.ts';

test('a program of one file is its own text', () => {
  assert(
    property(string({ unit: 'grapheme' }), (main) => {
      expect(joinProgram({ main, files: [] })).toBe(main);
      expect(splitProgram(main, 'main.c')).toEqual({ main, files: [] });
    }),
  );
});

test('files are found in their text as they were put into it', () => {
  const text = array(constantFrom('a', '\n', ' ', '=====\n', '\r'), { maxLength: 12 }).map(
    (pieces) => pieces.join(''),
  );
  const path = constantFrom('stack.h', 'stack.c', 'lib/queue.py', 'data.txt', 'a/b/c/d.java');
  const files = uniqueArray(record({ path, text }), {
    selector: (file) => file.path,
    maxLength: 5,
  });
  assert(
    property(record({ main: text, files }), (parts) => {
      expect(splitProgram(joinProgram(parts), 'main.c')).toEqual(parts);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['the name of the main file', 'x\n===== main.c =====\ny'],
  ['a path that leaves the folder', 'x\n===== ../up.h =====\ny'],
  ['two files that differ in capitals only', 'x\n===== a.h =====\n\n===== A.h =====\n'],
  ['a file that is a folder too', 'x\n===== a =====\n\n===== a/b =====\n'],
  ['more than a line', 'x ===== a.h =====\ny'],
])('a text with %s is one file', (_, text) => {
  expect(splitProgram(text, 'main.c')).toEqual({ main: text, files: [] });
});

test('a text of more than one megabyte beside the main file is one file', () => {
  const text = joinProgram({ main: '', files: [{ path: 'a.txt', text: 'x'.repeat(1_048_577) }] });
  expect(splitProgram(text, 'main.c').files).toEqual([]);
});

test('what is wrong with a path is said in a sentence', () => {
  expect(findProblem(['lib/stack.h'], 'main.c')).toBeNull();
  expect(findProblem(['my file.h'], 'main.c')).toMatch(/^Use letters/);
  expect(findProblem(['Main.C'], 'main.c')).toBe('There is a file or folder named Main.C already.');
});
