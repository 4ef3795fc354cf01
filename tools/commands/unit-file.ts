/** From this version on, systemd puts the service's processes into a subgroup of the delegated group. */
const SUBGROUPS_SINCE_VERSION = 254;
/** The groups of programs are siblings of this one. */
const SUBGROUP = 'server';

interface Service {
  folder: string;
  node: string;
  /** Null: a user service of the caller, run by their service manager. */
  user: string | null;
  systemdVersion: number;
  /** A template unit: each server of this machine is an instance, whose number is the last digit of its port. */
  isTemplate: boolean;
}

/** With an older systemd the service moves itself to the subgroup. */
const MOVE_TO_SUBGROUP =
  `group=/sys/fs/cgroup$$(cut -d: -f3- /proc/self/cgroup); mkdir -p "$$group/${SUBGROUP}"; ` +
  `echo $$$$ > "$$group/${SUBGROUP}/cgroup.procs"; exec "$$0" "$$@"`;

/** The systemd unit of V-labs for this machine. */
export function unitFile({ folder, node, user, systemdVersion, isTemplate }: Service): string {
  const start = `"${node}" tools/start.mjs`;
  const hasSubgroups = systemdVersion >= SUBGROUPS_SINCE_VERSION;
  const lines = [
    '[Unit]',
    isTemplate ? 'Description=V-labs, server %i' : 'Description=V-labs',
    'After=network.target',
    '',
    '[Service]',
    ...(user === null ? [] : [`User=${user}`]),
    `WorkingDirectory=${folder}`,
    hasSubgroups ? `ExecStart=${start}` : `ExecStart=/bin/sh -c '${MOVE_TO_SUBGROUP}' ${start}`,
    'Environment=HOST=127.0.0.1 VLABS_DEMO=off',
    ...(isTemplate ? ['Environment=PORT=300%i'] : []),
    'Delegate=yes',
    ...(hasSubgroups ? [`DelegateSubgroup=${SUBGROUP}`] : []),
    'LimitNOFILE=65536',
    'Restart=on-failure',
    // A dependency, such as the database, may be unavailable for minutes; systemd gives up after five starts in ten
    // seconds.
    'RestartSec=5',
    // The server ends the database and the runner in order.
    'KillMode=mixed',
    'TimeoutStopSec=30',
    '',
    '[Install]',
    `WantedBy=${user === null ? 'default.target' : 'multi-user.target'}`,
  ];
  return `${lines.join('\n')}\n`;
}
