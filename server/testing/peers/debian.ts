import { spawnSync } from 'node:child_process';
import process from 'node:process';

const TIMEOUT_MS = 600_000;

/**
 * Whether the programs of Debian packages are there. Installs them as root, if the machine has Debian and a mirror;
 * otherwise it prints a note.
 */
export function haveInstalled(packages: string[]): boolean {
  if (packages.every(isInstalled)) return true;
  if (process.geteuid?.() === 0) {
    // Another test may be installing something.
    const wait = ['-o', 'DPkg::Lock::Timeout=300'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { env, timeout: TIMEOUT_MS };
    const install = () =>
      spawnSync(
        'apt-get',
        ['install', '-y', '--no-install-recommends', ...wait, ...packages],
        options,
      );
    if (install().status !== 0) {
      spawnSync('apt-get', ['update', ...wait], options);
      install();
    }
  }
  const areThere = packages.every(isInstalled);
  if (!areThere) console.warn(`Skipped: ${packages.join(', ')} can’t be installed.`);
  return areThere;
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name]);
  return String(stdout) === 'installed';
}
