import { run } from './run.mjs';

/**
 * Makes the files of a Debian in a folder that is empty or not there yet, as root. `packages` are names with blanks
 * between them; `hook` is given the mirror and answers with a command that is run at the end with the folder as `$1`.
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

/** Where this machine has its own packages from. */
async function findMirror() {
  const words = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian'];
  const [mirror] = (await run('apt-get', ['indextargets', ...words])).trim().split('\n');
  if (!mirror) throw new Error('The machine’s own apt knows no mirror of Debian.');
  return mirror;
}

/** A mirror that this machine takes although its lists are old is taken for the other one too. */
async function aptOptions() {
  const all = await run('apt-config', ['dump']);
  return all.split('\n').filter((line) => line.startsWith('Acquire::Check-'));
}
