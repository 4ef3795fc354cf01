// Allows bubblewrap to make user namespaces on Ubuntu, whose AppArmor requires a profile. Plain Node 18, like
// start.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.mjs';

const PROFILE = 'v-labs-bwrap';
const FOLDER = '/etc/apparmor.d';
const INSTALLED = join(FOLDER, PROFILE);
/** Where an administrator disables a profile, as aa-disable does. */
const DISABLED = join(FOLDER, 'disable', PROFILE);
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
/** Only root can read it. */
const LOADED = '/sys/kernel/security/apparmor/profiles';

/** The machine's settings, without the list of loaded profiles, which only root can read. */
const readMachine = () => ({
  restriction: existsSync(RESTRICTION) ? readFileSync(RESTRICTION, 'utf8').trim() : null,
  hasFolder: existsSync(FOLDER),
  isDisabled: existsSync(DISABLED),
});

/** In the kernel's list, one `name (mode)` per line. Another profile for bubblewrap is left to its owner. */
const isLoaded = (profiles) => profiles.split('\n').some((line) => /(?:^|[/_-])bwrap\b/.test(line));

/**
 * Installs and loads the profile if the kernel denies bubblewrap user namespaces without one.
 *
 * @param {(command: string[]) => Promise<{ code: number, output: string }>} runAsRoot
 * @param {{ restriction: string | null, hasFolder: boolean, isDisabled: boolean }} [machine] restriction: the kernel's setting
 * @returns {Promise<string | null>} what was done, or why not; null if nothing was needed
 */
export async function bringProfile(runAsRoot, machine = readMachine()) {
  if (machine.restriction !== '1' || !machine.hasFolder || machine.isDisabled) return null;
  const listed = await runAsRoot(['cat', LOADED]);
  if (listed.code !== 0 || isLoaded(listed.output)) return null;
  const commands = [
    ['install', '-m', '644', join(root, 'deploy/apparmor', PROFILE), INSTALLED],
    ['apparmor_parser', '--replace', INSTALLED],
  ];
  for (const command of commands) {
    const { code, output } = await runAsRoot(command);
    // Not fatal: if programs cannot be confined, the runner reports it, and everything else works.
    if (code !== 0) return `AppArmor’s profile for bubblewrap was not loaded (${output.trim()})`;
  }
  return `AppArmor’s profile for bubblewrap installed in ${FOLDER} and loaded`;
}
