import { expect, test } from 'vitest';
import { listRestrictions } from './restrictions.ts';

/** A machine on which only these settings exist. */
const adviceOf = (settings: Record<string, string>): string[] =>
  listRestrictions((file) => settings[file] ?? null);

test.for([
  ['/proc/sys/user/max_user_namespaces', '0', 'user.max_user_namespaces=15000'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1', 'v-labs-bwrap'],
  ['/sys/fs/selinux/enforce', '1', 'ausearch'],
  ['/.dockerenv', '', '--security-opt'],
] as const)('where %s holds "%s", one line says what to do', ([file, value, fix]) => {
  expect(adviceOf({ [file]: value })).toEqual([expect.stringContaining(fix)]);
});

test('a machine that permits user namespaces gets no advice', () => {
  const settings = {
    '/proc/sys/user/max_user_namespaces': '95000',
    '/proc/sys/kernel/unprivileged_userns_clone': '1',
    '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '0',
  };
  expect(adviceOf(settings)).toEqual([]);
});
