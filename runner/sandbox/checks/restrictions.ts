import { existsSync, readFileSync } from 'node:fs';

/** What a machine says of itself; null where it has no such file. */
export type ReadSetting = (file: string) => string | null;

const readSetting: ReadSetting = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null;

interface Restriction {
  file: string;
  value: string;
  /** What forbids boxes, and what an administrator does about it. */
  advice: string;
}

/** What keeps bubblewrap from making namespaces, the surest first. */
const RESTRICTIONS: Restriction[] = [
  {
    file: '/proc/sys/user/max_user_namespaces',
    value: '0',
    advice:
      'This machine permits no user namespaces. As root: sysctl -w user.max_user_namespaces=15000, and the same in /etc/sysctl.d/v-labs.conf',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    value: '0',
    advice:
      'This machine permits user namespaces to root alone. As root: sysctl -w kernel.unprivileged_userns_clone=1, and the same in /etc/sysctl.d/v-labs.conf',
  },
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    value: '1',
    advice:
      'AppArmor keeps bubblewrap from using user namespaces. As root: cp docs/apparmor/v-labs-bwrap /etc/apparmor.d/ && apparmor_parser --replace /etc/apparmor.d/v-labs-bwrap',
  },
  {
    file: '/sys/fs/selinux/enforce',
    value: '1',
    advice:
      'SELinux may be what forbids it: "ausearch -m avc -c bwrap" names the rule that is missing, and audit2allow makes it',
  },
];

/** In a container these are the host's to give. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];
const IN_CONTAINER =
  'A container has no such right by itself: start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined --cgroupns=private';

/** Each setting of this machine that may forbid boxes, with what to do. */
export function listRestrictions(read: ReadSetting = readSetting): string[] {
  const found = RESTRICTIONS.filter(({ file, value }) => read(file) === value);
  const isContainer = CONTAINER_MARKS.some((file) => read(file) !== null);
  return [...found.map(({ advice }) => advice), ...(isContainer ? [IN_CONTAINER] : [])];
}
