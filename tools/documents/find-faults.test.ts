import { expect, test } from 'vitest';
import { type Document, findFaults } from './find-faults.ts';

const repository = {
  paths: new Set(['docs', 'docs/a.md', 'docs/b.md', 'server/start.ts']),
  scripts: new Set(['check']),
};

function faultsOf(text: string, path = 'docs/a.md'): string[] {
  const documents = new Map<string, Document>(
    [
      { path, text },
      { path: 'docs/b.md', text: '# B\n\n## Two words\n' },
    ].map((document) => [document.path, document]),
  );
  return findFaults({ path, text }, repository, documents);
}

test('links to files, folders and headings that exist are accepted', () => {
  expect(
    faultsOf('[b](b.md), [two](b.md#two-words), [docs](../docs/), [out](https://x.org)'),
  ).toEqual([]);
});

test('a link to a missing file or heading is reported', () => {
  expect(faultsOf('[c](c.md)')).toEqual(['the link c.md leads nowhere']);
  expect(faultsOf('[b](b.md#three)')).toEqual(['the link b.md#three names no heading']);
});

test('a missing file or command is reported, and a suffix or a wildcard is not', () => {
  expect(faultsOf('`start.ts`, `server/start.ts`, `.test.ts`, `*.ts`, `npm run check`')).toEqual(
    [],
  );
  expect(faultsOf('`server/stop.ts` and `npm run deploy`')).toEqual([
    'there is no file server/stop.ts',
    'there is no command npm run deploy',
  ]);
});

test('a decision record may name files that no longer exist', () => {
  expect(faultsOf('`server/stop.ts`', 'docs/decisions/0001-x.md')).toEqual([]);
});

test('long lines and long documents are reported, tables and code are not', () => {
  const long = 'x'.repeat(121);
  expect(faultsOf(`| ${long} |\n\`\`\`\n${long}\n\`\`\`\n`)).toEqual([]);
  expect(faultsOf(long)).toEqual(['line 1 has 121 columns']);
  expect(faultsOf('x '.repeat(2001).replaceAll(/(?<line>(?:x ){50})/g, '$<line>\n'))).toEqual([
    '2001 words, at most 2000',
  ]);
});
