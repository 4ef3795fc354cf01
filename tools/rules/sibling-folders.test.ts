import { expect, test } from 'vitest';
import { findMutualImports } from './sibling-folders.ts';

const importing = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((name) => `import { thing } from '${name}';\n`).join(''),
});

const pairsOf = (files: { path: string; text: string }[], remaining: string[] = []) =>
  findMutualImports(files, remaining).map(({ table }) => table);

test('folders of a feature that import each other are found', () => {
  const files = [
    importing('server/attempts/sitting/saves.ts', '../results/earnings.ts'),
    importing('server/attempts/results/earnings.ts', '../sitting/answers.ts'),
  ];
  expect(pairsOf(files)).toEqual(['server/attempts: results, sitting']);
  expect(pairsOf(files, ['server/attempts: results, sitting'])).toEqual([]);
  expect(pairsOf(files.slice(1))).toEqual([]);
});

test('a folder and the files above it import each other in one direction, at every depth', () => {
  expect(
    pairsOf([
      importing('web/runs/terminal/a/View.tsx', '../screen.ts'),
      importing('web/runs/terminal/screen.ts', './a/View.tsx'),
    ]),
  ).toEqual(['web/runs/terminal: ., a']);
});

test('features that import each other are for the rule of levels', () => {
  const files = [
    importing('server/runs/store/a.ts', '../../files/store/b.ts'),
    importing('server/files/store/b.ts', '../../runs/store/a.ts'),
  ];
  expect(pairsOf(files)).toEqual([]);
});

test('a pair that is mended leaves the list', () => {
  expect(pairsOf([], ['server/auth: ., limits'])).toEqual([
    'server/auth: ., limits is mended: remove it from the list',
  ]);
});
