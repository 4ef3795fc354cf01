// Lets bubblewrap make user namespaces where Ubuntu's AppArmor lets only programs with a profile. Plain Node 18, as start.mjs is.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.mjs';

const PROFILE = 'v-labs-bwrap';
const FOLDER = '/etc/apparmor.d';
const INSTALLED = join(FOLDER, PROFILE);
/** Where an administrator has a profile stay away, as aa-disable does. */
const DISABLED = join(FOLDER, 'disable', PROFILE);
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
/** Only root reads it. */
const LOADED = '/sys/kernel/security/apparmor/profiles';

/** What this machine says of itself, but for the list of profiles, which only root reads. */
const readMachine = () => ({
  restriction: existsSync(RESTRICTION) ? readFileSync(RESTRICTION, 'utf8').trim() : null,
  hasFolder: existsSync(FOLDER),
  isDisabled: existsSync(DISABLED),
});

/** In the kernel's list, `name (mode)` in each line. A profile that another has made for bubblewrap is theirs to change. */
const isLoaded = (profiles) => profiles.split('\n').some((line) => /(?:^|[/_-])bwrap\b/.test(line));

/**
 * Installs and loads the profile where the kernel keeps bubblewrap from user namespaces for want of one.
 *
 * @param {(command: string[]) => Promise<{ code: number, output: string }>} runAsRoot
 * @param {{ restriction: string | null, hasFolder: boolean, isDisabled: boolean }} [machine] restriction: the kernel's setting
 * @returns {Promise<string | null>} what was done, or why not; null where nothing was to be done
 */
export async function bringProfile(runAsRoot, machine = readMachine()) {
  if (machine.restriction !== '1' || !machine.hasFolder || machine.isDisabled) return null;
  const listed = await runAsRoot(['cat', LOADED]);
  if (listed.code !== 0 || isLoaded(listed.output)) return null;
  const commands = [
    ['install', '-m', '644', join(root, 'docs/apparmor', PROFILE), INSTALLED],
    ['apparmor_parser', '--replace', INSTALLED],
  ];
  for (const command of commands) {
    const { code, output } = await runAsRoot(command);
    // Not an end: where programs cannot be confined the runner says so, and all else works.
    if (code !== 0) return `AppArmor’s profile for bubblewrap was not loaded (${output.trim()})`;
  }
  return `AppArmor’s profile for bubblewrap put into ${FOLDER} and loaded`;
}
