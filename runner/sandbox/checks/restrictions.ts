import { existsSync, readFileSync } from 'node:fs';

/** The content of a system file; null if it does not exist. */
export type ReadSetting = (file: string) => string | null;

const readSetting: ReadSetting = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null;

interface Restriction {
  file: string;
  value: string;
  /** What forbids boxes, and how an administrator can allow them. */
  advice: string;
}

/** Settings that keep bubblewrap from making namespaces, the most certain first. */
const RESTRICTIONS: Restriction[] = [
  {
    file: '/proc/sys/user/max_user_namespaces',
    value: '0',
    advice:
      'This machine permits no user namespaces. As root, run "sysctl -w user.max_user_namespaces=15000" and add the setting to /etc/sysctl.d/v-labs.conf',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    value: '0',
    advice:
      'Only root may make user namespaces on this machine. As root, run "sysctl -w kernel.unprivileged_userns_clone=1" and add the setting to /etc/sysctl.d/v-labs.conf',
  },
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    value: '1',
    advice:
      'AppArmor keeps bubblewrap from using user namespaces. As root, run "cp deploy/apparmor/v-labs-bwrap /etc/apparmor.d/ && apparmor_parser --replace /etc/apparmor.d/v-labs-bwrap"',
  },
  {
    file: '/sys/fs/selinux/enforce',
    value: '1',
    advice:
      'SELinux may forbid it: "ausearch -m avc -c bwrap" shows the missing rule, and audit2allow creates it',
  },
];

/** In a container, only the host can grant these. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];
const IN_CONTAINER =
  'A container lacks this right by default. Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined --cgroupns=private';

/** Each setting of this machine that may forbid boxes, with advice. */
export function listRestrictions(read: ReadSetting = readSetting): string[] {
  const found = RESTRICTIONS.filter(({ file, value }) => read(file) === value);
  const isContainer = CONTAINER_MARKS.some((file) => read(file) !== null);
  return [...found.map(({ advice }) => advice), ...(isContainer ? [IN_CONTAINER] : [])];
}
