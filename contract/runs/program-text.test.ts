import { array, assert, constantFrom, property, record, string, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import {
  findProblem,
  joinProgram,
  joinTeacherFiles,
  splitProgram,
  withTeacherFiles,
} from './program-text.ts';

test('a program of one file is its own text', () => {
  assert(
    property(string({ unit: 'grapheme' }), (main) => {
      expect(joinProgram({ main, files: [] })).toBe(main);
      expect(splitProgram(main, 'main.c')).toEqual({ main, files: [] });
    }),
  );
});

test('a text with more heads than files are allowed is one file', () => {
  for (const count of [51, 10_000]) {
    const text = Array.from({ length: count }, (_, index) => `===== f${index} =====`).join('\n');
    expect(splitProgram(text, 'main.c')).toEqual({ main: text, files: [] });
  }
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

test('a teacher’s file takes the place of a file of the program, also of one whose name differs in case', () => {
  const own = ['STACK.H', 'own.c', 'lib', 'queue.h/x'].map((path) => ({ path, text: 'own' }));
  const given = ['stack.h', 'lib/sum.h', 'queue.h'].map((path) => ({ path, text: 'given' }));
  const { main, files } = withTeacherFiles({ main: 'main', files: own }, given, 'main.c');
  expect(main).toBe('main');
  expect(files).toEqual([{ path: 'own.c', text: 'own' }, ...given]);
});

const filesOf = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `${folder}/${at}.h`, text: '' }));

test('with the teacher’s files, a program has no more files than can run', () => {
  const given = filesOf('given', 20);
  const own = { main: '', files: filesOf('own', 50) };
  const { files } = withTeacherFiles(own, given, 'main.c');
  expect(files).toEqual([...filesOf('own', 30), ...given]);
  expect(
    findProblem(
      files.map(({ path }) => path),
      'main.c',
    ),
  ).toBeNull();
});

test('a blank program stays blank beside a teacher’s files', () => {
  const given = [{ path: 'stack.h', text: 'int push(int);' }];
  expect(joinTeacherFiles(' \n', given, 'main.c')).toBe(' \n');
  const joined = joinTeacherFiles('int main;', given, 'main.c');
  expect(splitProgram(joined, 'main.c')).toEqual({ main: 'int main;', files: given });
});
