import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../../server/platform/postgres/migrations/migrations.ts';
import { run } from '../machine/run.mjs';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = 'database/migrations';

/** The version that a rolling upgrade starts from. */
export interface PreviousVersion {
  tree: string;
  /** For display. */
  name: string;
}

/**
 * The oldest commit that may serve next to this version: the one with the last migration that is not marked as
 * compatible. It uses the packages and pages of this version. If it has other packages, or there is no history, this
 * version is used.
 */
export async function bringPreviousVersion(folder: string): Promise<PreviousVersion> {
  const commit = await findOldest().catch(() => null);
  if (commit === null) return { tree: ROOT, name: 'this version itself: no earlier one fits' };
  const tree = join(folder, 'previous');
  mkdirSync(tree);
  await run('git', ['-C', ROOT, 'archive', '--output', `${tree}.tar`, commit]);
  await run('tar', ['-xf', `${tree}.tar`, '-C', tree]);
  const parts = ['node_modules', 'web/dist'];
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(tree, 'package.json'), 'utf8'),
  );
  for (const workspace of workspaces) {
    if (existsSync(join(ROOT, workspace, 'node_modules'))) parts.push(`${workspace}/node_modules`);
    else linkPackages(tree, workspace, workspaces);
  }
  // Bind mounts, not symbolic links: links between packages then lead to folders of the earlier version.
  for (const part of parts.filter((one) => existsSync(join(ROOT, one)))) {
    mkdirSync(join(tree, part), { recursive: true });
    await run('mount', ['--bind', join(ROOT, part), join(tree, part)]);
  }
  const behind = await git(['rev-list', '--count', `${commit}..HEAD`]);
  return { tree, name: `${commit.slice(0, 7)}, ${behind} commits before this version` };
}

/** Lets a package of the earlier version find its others, some of which this version does not have. */
function linkPackages(tree: string, workspace: string, workspaces: readonly string[]): void {
  const folder = join(tree, workspace, 'node_modules/@vlabs');
  mkdirSync(folder, { recursive: true });
  for (const other of workspaces) symlinkSync(join(tree, other), join(folder, other));
}

/** Null if it is this commit or has other packages. */
async function findOldest(): Promise<string | null> {
  const last = (await readMigrations()).findLast(({ isCompatible }) => !isCompatible);
  if (last === undefined) return null;
  const commit = await git(['log', '--format=%H', '-1', '--', join(MIGRATIONS, last.name)]);
  const [theirs, ours] = await Promise.all([findPackages(commit), findPackages('HEAD')]);
  const behind = await git(['rev-list', '--count', `${commit}..HEAD`]);
  return theirs === ours && behind !== '0' ? commit : null;
}

/** The external packages of a commit, each by the hash of its contents. */
async function findPackages(commit: string): Promise<string> {
  const lock = await git(['show', `${commit}:package-lock.json`]);
  return (lock.match(/"integrity": ".*"/g) ?? []).join('\n');
}

const git = async (words: readonly string[]) => (await run('git', ['-C', ROOT, ...words])).trim();
