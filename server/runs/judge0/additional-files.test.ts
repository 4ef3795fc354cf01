import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readAdditionalFiles, writeArchive } from './additional-files.ts';

const zipOf = (entries: Zippable) => Buffer.from(zipSync(entries));
const read = (entries: Zippable, source = '') =>
  readAdditionalFiles(zipOf(entries).toString('base64'), source);
const one = strToU8('1');

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, one]));

async function pathsOf(entries: Zippable, source = ''): Promise<string[]> {
  const result = await read(entries, source);
  if ('error' in result) throw new Error(result.error);
  return result.files.map(({ path }) => path);
}

async function errorOf(sent: unknown): Promise<string> {
  const result = await readAdditionalFiles(sent, '');
  return 'error' in result ? result.error : 'no error';
}

/** An archive whose directory says another size than its entry has. */
function lie(archive: Buffer, size: number): Buffer {
  const changed = Buffer.from(archive);
  const central = changed.indexOf('PK\u0001\u0002');
  changed.writeUInt32LE(size, central + 24);
  return changed;
}

test('the files are read with their folders, and written to an archive that gives them again', async () => {
  const entries = { 'lib/add.c': strToU8('int a;'), 'data.bin': new Uint8Array([0, 255]) };
  const result = await read(entries);
  if ('error' in result) throw new Error(result.error);
  expect(result.files).toEqual([
    { path: 'lib/add.c', bytes: Buffer.from('int a;') },
    { path: 'data.bin', bytes: Buffer.from([0, 255]) },
  ]);
  const again = await readAdditionalFiles(writeArchive(result.files).toString('base64'), '');
  expect(again).toEqual(result);
});

test('without an archive there are no files', async () => {
  for (const sent of [undefined, null, '']) {
    expect(await readAdditionalFiles(sent, '')).toEqual({ files: [] });
  }
});

test('base64 with line breaks is read, as Ruby and Python write it', async () => {
  const text = zipOf({ a: one }).toString('base64');
  const broken = text.replaceAll(/.{1,20}/g, '$&\n');
  expect(await readAdditionalFiles(broken, '')).toEqual(await readAdditionalFiles(text, ''));
});

test('a top folder whose name is not allowed is not compared with the source', async () => {
  const name = 'a'.repeat(60_000);
  const result = await read({ [`${name}/x.py`]: one }, name.repeat(5));
  expect(result).toEqual({ error: expect.stringContaining('has a path that is not allowed') });
});

test('a top folder is left out if its name is only a part of words of the source', async () => {
  const entries = { 'a.a/x.py': one };
  for (const source of ['ba.a a.ab', 'a.ac', 'xa.a.a_', 'a'.repeat(100)])
    expect(await pathsOf(entries, source)).toEqual(['x.py']);
  for (const source of ['a.a', 'aa.a.a.a', 'ba.a.a', 'import "a.a"'])
    expect(await pathsOf(entries, source)).toEqual(['a.a/x.py']);
});

describe('what systems add to archives', () => {
  test('folders and the files of macOS are left out', async () => {
    const added = { '__MACOSX/._a.h': one, '.DS_Store': one, 'lib/.DS_Store': one, 'empty/': one };
    expect(await pathsOf({ 'a.h': one, 'lib/b.h': one, ...added })).toEqual(['a.h', 'lib/b.h']);
  });

  test('one top folder around all files is left out', async () => {
    const archive = {
      'task/': one,
      'task/a.h': one,
      'task/lib/b.h': one,
      '__MACOSX/task/._a.h': one,
    };
    expect(await pathsOf(archive)).toEqual(['a.h', 'lib/b.h']);
    expect(await pathsOf({ 'task/inner/a.h': one })).toEqual(['inner/a.h']);
    expect(await pathsOf({ 'task/a.h': one, 'b.h': one })).toEqual(['task/a.h', 'b.h']);
  });

  test.each([
    'from shapes.circle import area',
    'import shapes.Circle;',
    '#include "shapes/circle.h"',
    'open("shapes/words.txt")',
    'shapes',
  ])('a top folder that the source names is kept: %s', async (source) => {
    expect(await pathsOf({ 'shapes/circle': one }, source)).toEqual(['shapes/circle']);
  });

  test('a part of a longer word does not name a folder', async () => {
    expect(await pathsOf({ 'shapes/circle': one }, 'reshapes = shapes_2')).toEqual(['circle']);
  });
});

describe('an archive is refused', () => {
  test.each([
    ['no text', 4],
    ['a list of files', [{ name: 'a', content: 'b' }]],
    ['other characters', '!!!'],
  ])('%s', async (_, sent) => {
    expect(await errorOf(sent)).toBe('is not a ZIP archive in base64');
  });

  test.each([
    ['something else', 'UEs='],
    ['half of one', zipOf({ a: one, b: one }).subarray(0, 60).toString('base64')],
    ['a path that leads out', zipOf({ '../a': one }).toString('base64')],
    ['an absolute path', zipOf({ '/etc/passwd': one }).toString('base64')],
    ['a way back with backslashes', zipOf({ '..\\a': one }).toString('base64')],
    ['less than it says', lie(zipOf({ a: one }), 1000).toString('base64')],
    ['more than it says', lie(zipOf({ a: new Uint8Array(900_000) }), 10).toString('base64')],
  ])('%s', async (_, sent) => {
    expect(await errorOf(sent)).toMatch(/^is not a ZIP archive in base64 that can be read \(/);
  });

  test.each(['a/b/c/d/e', 'Größe.txt', 'a b', '.hidden', 'a/.git/x', 'x'.repeat(65)])(
    'the path %s',
    async (path) => {
      const archive = zipOf({ [path]: one, 'other.txt': one });
      expect(await errorOf(archive.toString('base64'))).toMatch(
        /^has a path that is not allowed \(/,
      );
    },
  );

  test.each<[string, string[]]>([
    ['names that differ in case', ['a.H', 'A.h']],
    ['a file and a folder of one name', ['data/x', 'data']],
  ])('%s', async (_, paths) => {
    const archive = zipOf(Object.fromEntries(paths.map((path) => [path, one])));
    expect(await errorOf(archive.toString('base64'))).toMatch(
      /^has two files or folders of one name: /,
    );
  });

  test('a link', async () => {
    const link = 0o120777;
    const archive = zipOf({ a: [strToU8('/etc/passwd'), { os: 3, attrs: link * 65_536 }] });
    expect(await errorOf(archive.toString('base64'))).toBe('has a link, which is not allowed: a');
  });

  test('51 files, and 500 entries', async () => {
    const tooMany = 'has too many files (maximum is 50)';
    expect(await pathsOf(many(50))).toHaveLength(50);
    expect(await errorOf(zipOf(many(51)).toString('base64'))).toBe(tooMany);
    expect(await errorOf(zipOf(many(501)).toString('base64'))).toBe(tooMany);
  });

  test('a bomb, before it is unpacked', async () => {
    const bomb = zipOf({ a: new Uint8Array(5_000_000) });
    expect(bomb.length).toBeLessThan(100_000);
    const tooLarge = 'has too large files (maximum is 1048576 bytes together)';
    expect(await errorOf(bomb.toString('base64'))).toBe(tooLarge);
    const two = zipOf({ a: new Uint8Array(600_000), b: new Uint8Array(600_000) });
    expect(await errorOf(two.toString('base64'))).toBe(tooLarge);
  });
});
