import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The lint rules about regular expressions that these lines break, as `line rule`. */
async function rulesBrokenBy(lines: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-patterns-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'patterns.ts'), lines.join('\n'));
  const program = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const options = [program, '--config', join(ROOT, '.oxlintrc.json'), '--format', 'unix', '.'];
  return new Promise((resolve) => {
    execFile(process.execPath, options, { cwd: folder }, (_error, stdout) => {
      const found = stdout.matchAll(/patterns\.ts:(\d+):.*regexp\(([a-z-]+)\)/g);
      resolve([...found].map(([, line, rule]) => `${line} ${rule}`).toSorted());
    });
  });
}

test('a regular expression that is not linear fails the build', async () => {
  const lines = [
    String.raw`export const a = (text: string) => text.replace(/,+$/, '');`,
    String.raw`export const b = /[ \t]+$/;`,
    String.raw`export const c = new RegExp('\\n+$');`,
    String.raw`export const d = z.string().regex(/^\d+\.?\d*$/);`,
    String.raw`export const e = /^(a+)+$/;`,
  ];
  expect(await rulesBrokenBy(lines)).toEqual([
    '1 no-super-linear-move',
    '2 no-super-linear-move',
    '3 no-super-linear-move',
    '4 no-super-linear-backtracking',
    '5 no-super-linear-backtracking',
  ]);
});

test('its linear equivalent passes', async () => {
  const lines = [
    String.raw`export const a = (text: string) => text.replace(/(?<!,),+$/, '');`,
    String.raw`export const b = z.string().regex(/^\d+(?:\.\d*)?$/);`,
    String.raw`export const c = /^a+$/;`,
  ];
  expect(await rulesBrokenBy(lines)).toEqual([]);
});
