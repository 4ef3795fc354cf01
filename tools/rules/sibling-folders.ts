import { posix } from 'node:path';
import type { Breach, SourceFile } from './house-rules.ts';

/**
 * Pairs of folders of a feature that still import each other, by the folder that has both; `.` is that folder's own
 * files. The list may only shrink.
 */
export const REMAINING_PAIRS: readonly string[] = [
  'server/assignments: ., test-cases',
  'server/auth: ., limits',
  'server/auth: ., registration',
  'server/files: ., stores',
  'server/platform: ., jobs',
  'server/platform: ., events',
  'server/students: import, list',
  'web/quizzes: builder, question-drafts',
  'web/runs: inputs, running',
  'web/runs: running, terminal',
];

const RULE = 'sibling-folders-import-one-way';
const IMPORT = /(?:\bfrom|\bimport\()\s*'(?<path>\.[^']+)'/g;
const FIRST_FEATURE_LEVEL = 2;

/** Finds sibling folders below the first level of `server/` and `web/` that import each other. */
export function findMutualImports(
  files: readonly SourceFile[],
  remaining = REMAINING_PAIRS,
): Breach[] {
  const sides = listSides(files);
  const mutual = new Map<string, SourceFile>();
  for (const [side, file] of sides) {
    const [parent = '', from = '', to = ''] = side.split(' ');
    if (from < to && sides.has(`${parent} ${to} ${from}`)) {
      mutual.set(`${parent}: ${from}, ${to}`, file);
    }
  }
  const known = new Set(remaining);
  const added = [...mutual].filter(([pair]) => !known.has(pair));
  const gone = remaining.filter((pair) => !mutual.has(pair));
  return [
    ...added.map(([table, { path }]) => ({ rule: RULE, path, line: 1, table })),
    ...gone.map((pair) => ({
      rule: RULE,
      path: 'tools/rules/sibling-folders.ts',
      line: 1,
      table: `${pair} is mended: remove it from the list`,
    })),
  ];
}

/** The folders that import a sibling, as `parent from to`, each with a file that does. */
function listSides(files: readonly SourceFile[]): Map<string, SourceFile> {
  const sides = new Map<string, SourceFile>();
  for (const file of files) {
    if (!/^(?:server|web)\/.*\.tsx?$/.test(file.path)) continue;
    for (const { groups } of file.text.matchAll(IMPORT)) {
      const side = sideOf(file.path, posix.join(posix.dirname(file.path), groups?.['path'] ?? ''));
      if (side !== null && !sides.has(side)) sides.set(side, file);
    }
  }
  return sides;
}

/** Null for an import from the same folder or another feature. */
function sideOf(path: string, imported: string): string | null {
  if (!/\.tsx?$/.test(imported)) return null;
  const from = posix.dirname(path).split('/');
  const to = posix.dirname(imported).split('/');
  const differs = from.findIndex((name, level) => name !== to[level]);
  const shared = differs === -1 ? from.length : differs;
  if (shared < FIRST_FEATURE_LEVEL || (shared === from.length && shared === to.length)) return null;
  return `${from.slice(0, shared).join('/')} ${from[shared] ?? '.'} ${to[shared] ?? '.'}`;
}
