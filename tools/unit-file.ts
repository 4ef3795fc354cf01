/** From here on systemd puts what it starts into a group of its own below the one that it hands over. */
const KNOWS_SUBGROUPS = 254;
/** Programs are counted in groups beside this one. */
const SUBGROUP = 'server';

interface Service {
  folder: string;
  node: string;
  /** Null: a service of the user who asks, by their own service manager. */
  user: string | null;
  systemdVersion: number;
  /** A template: each server of this machine is one of it, and its number ends its port. */
  isOneOfSeveral: boolean;
}

/** An older systemd leaves it to the service to step aside. */
const STEP_ASIDE =
  `group=/sys/fs/cgroup$$(cut -d: -f3- /proc/self/cgroup); mkdir -p "$$group/${SUBGROUP}"; ` +
  `echo $$$$ > "$$group/${SUBGROUP}/cgroup.procs"; exec "$$0" "$$@"`;

/** The unit of V-labs for this machine. */
export function unitFile({ folder, node, user, systemdVersion, isOneOfSeveral }: Service): string {
  const start = `"${node}" tools/start.mjs`;
  const knows = systemdVersion >= KNOWS_SUBGROUPS;
  const lines = [
    '[Unit]',
    isOneOfSeveral ? 'Description=V-labs, server %i' : 'Description=V-labs',
    'After=network.target',
    '',
    '[Service]',
    ...(user === null ? [] : [`User=${user}`]),
    `WorkingDirectory=${folder}`,
    knows ? `ExecStart=${start}` : `ExecStart=/bin/sh -c '${STEP_ASIDE}' ${start}`,
    'Environment=HOST=127.0.0.1 VLABS_DEMO=off',
    ...(isOneOfSeveral ? ['Environment=PORT=300%i'] : []),
    'Delegate=yes',
    ...(knows ? [`DelegateSubgroup=${SUBGROUP}`] : []),
    'LimitNOFILE=65536',
    'Restart=on-failure',
    // Whatever it waits for, a database for one, may be away for minutes: systemd gives up after five starts in ten seconds.
    'RestartSec=5',
    // Database and runner are ended by the server, in order.
    'KillMode=mixed',
    'TimeoutStopSec=30',
    '',
    '[Install]',
    `WantedBy=${user === null ? 'default.target' : 'multi-user.target'}`,
  ];
  return `${lines.join('\n')}\n`;
}
