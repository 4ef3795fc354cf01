import { expect, test } from 'vitest';
import { kinds } from '../kinds.ts';
import { MAX_TEACHER_FILES, MAX_TEACHER_TEXT } from './teacher-files.ts';

interface File {
  path: string;
  text: string;
}
const { blank, Body, Key, listMistakes } = kinds.program;
const fileOf = (path: string, text = '') => ({ path, text });

function mistakesOf(readOnly: File[], hidden: File[]) {
  const halves = {
    body: Object.assign({}, blank.body, { files: readOnly }),
    key: Object.assign({}, blank.key, { files: hidden }),
  };
  const ofFiles = listMistakes(halves).filter(({ path }) => path.includes('.files.'));
  return Object.fromEntries(ofFiles.map(({ path, message }) => [path, message]));
}

test('teacher’s files with different names are no mistake', () => {
  expect(mistakesOf([fileOf('lib/stack.h', 'int push(int);\n')], [fileOf('check.c')])).toEqual({});
});

test('a name is refused if it is missing, odd, taken, or the program’s own in any allowed language', () => {
  const readOnly = ['', '../up.h', 'stack.h', 'Script.py'].map((path) => fileOf(path));
  expect(mistakesOf(readOnly, [fileOf('STACK.H')])).toEqual({
    'Body.files.0.path': 'Write a name.',
    'Body.files.1.path': expect.stringContaining('Use letters, digits'),
    'Body.files.3.path': 'There is a file or folder named Script.py already.',
    'Key.files.0.path': 'There is a file or folder named STACK.H already.',
  });
});

test('a text is refused if it cannot be stored, or begins another file', () => {
  const readOnly = [fileOf('a.h', 'a\0'), fileOf('b.h', 'int b;\n===== c.h =====\nint c;\n')];
  expect(mistakesOf(readOnly, [])).toEqual({
    'Body.files.0.text': expect.stringContaining('can’t be stored'),
    'Body.files.1.text': 'Remove the lines that look like ===== name =====.',
  });
});

test('read only and hidden files are counted and measured together', () => {
  const half = Array.from({ length: MAX_TEACHER_FILES / 2 }, (_, at) => fileOf(`${at}.h`));
  const other = [...half, fileOf('more.h')].map(({ path }) => fileOf(`lib/${path}`));
  expect(mistakesOf(half, other)).toEqual({
    'Key.files.10.path': 'A question has at most 20 files.',
  });
  const long = 'x'.repeat(MAX_TEACHER_TEXT);
  expect(mistakesOf([fileOf('a.h', long)], [fileOf('b.h', 'x')])).toEqual({
    'Key.files.0.text': 'The files of a question have at most 2,00,000 characters together.',
  });
});

test('a question without files is read as it was stored before there were any', () => {
  expect(JSON.stringify(Body.parse(blank.body))).not.toContain('files');
  expect(JSON.stringify(Key.parse(blank.key))).not.toContain('files');
});
