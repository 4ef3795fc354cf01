import { splitProgram } from '@vlabs/contract/runs/program-text';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openZip } from './open-zip.ts';

const zip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  );
const open = async (files: Record<string, string | Uint8Array>) => {
  const opened = await openZip('work.zip', zip(files));
  if ('refusal' in opened) return opened.refusal;
  return [opened.languageId, splitProgram(opened.text, 'main.c')];
};

test('a ZIP is opened without its top folder and what macOS adds', async () => {
  const files = {
    'work/main.c': '#include "lib/a.h"\r\n',
    'work/lib/a.h': 'int a;\n',
    '__MACOSX/work/._main.c': 'x',
    'work/.DS_Store': 'x',
  };
  expect(await open(files)).toEqual([
    50,
    { main: '#include "lib/a.h"\n', files: [{ path: 'lib/a.h', text: 'int a;\n' }] },
  ]);
});

test('the only program outside of folders is the main file', async () => {
  expect(await open({ 'solution.c': 'int x;', 'data.txt': '1' })).toEqual([
    50,
    { main: 'int x;', files: [{ path: 'data.txt', text: '1' }] },
  ]);
  expect(await open({ 'a.c': '', 'b.c': '' })).toMatch(/^work\.zip has no main file\./);
});

test('what cannot be a program is refused in a sentence', async () => {
  expect(await openZip('work.zip', strToU8('no archive'))).toHaveProperty('refusal');
  expect(await open({ 'main.c': 'x', 'a.bin': new Uint8Array([0xff, 0xfe]) })).toBe(
    'a.bin in work.zip is not a UTF-8 text file.',
  );
  expect(await open({ 'main.c': 'x', '../up.c': 'x' })).toMatch(/^work\.zip can’t be opened\./);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.c`, 'x']));
  expect(await open(many)).toBe('work.zip has more than 50 files or 1 MB.');
  expect(await open({ 'main.c': 'x'.repeat(1_100_000) })).toBe(
    'work.zip has more than 50 files or 1 MB.',
  );
});
