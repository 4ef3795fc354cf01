import { run } from './run.mjs';

/**
 * Installs a Debian into an empty or new folder, as root. `packages` are names separated by blanks. `hook` gets the
 * mirror and returns a command that is run at the end with the folder as `$1`.
 *
 * @param {string} tree
 * @param {{ release: string, packages: string, hook?: (mirror: string) => string }} options
 */
export async function makeDebian(tree, { release, packages, hook }) {
  const mirror = await findMirror();
  await run('mmdebstrap', [
    '--mode=root',
    '--variant=minbase',
    `--include=${packages.replaceAll(' ', ',')}`,
    ...(await aptOptions()).map((option) => `--aptopt=${option}`),
    ...(hook ? [`--customize-hook=${hook(mirror)}`] : []),
    release,
    tree,
    mirror,
  ]);
}

/** The mirror of this machine's own packages. */
async function findMirror() {
  const words = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian'];
  const [mirror] = (await run('apt-get', ['indextargets', ...words])).trim().split('\n');
  if (!mirror) throw new Error('This machine’s apt has no mirror of Debian.');
  return mirror;
}

/** If this machine accepts an outdated mirror, so does the new one. */
async function aptOptions() {
  const all = await run('apt-config', ['dump']);
  return all.split('\n').filter((line) => line.startsWith('Acquire::Check-'));
}
