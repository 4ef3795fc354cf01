import { expect, test } from 'vitest';
import { unitFile } from './unit-file.ts';

const service = {
  folder: '/opt/v-labs',
  node: '/usr/bin/node',
  user: 'vlabs',
  systemdVersion: 257,
  isOneOfSeveral: false,
};

test('systemd keeps the server out of the group that is divided, from the version that can', () => {
  const unit = unitFile(service);
  expect(unit).toContain('\nExecStart="/usr/bin/node" tools/start.mjs\n');
  expect(unit).toContain('\nDelegate=yes\nDelegateSubgroup=server\n');
  expect(unit).toContain('\nUser=vlabs\n');
});

test('a server that ends is started again for as long as it takes', () => {
  // Five starts within ten seconds would be the last.
  expect(unitFile(service)).toContain('\nRestart=on-failure\nRestartSec=5\n');
});

test('under an older systemd the service steps aside itself', () => {
  const unit = unitFile({ ...service, systemdVersion: 252 });
  expect(unit).not.toContain('DelegateSubgroup');
  expect(unit).toMatch(/^ExecStart=\/bin\/sh -c '.*cgroup\.procs.*' "\/usr\/bin\/node" tools/m);
});

test('a service of an ordinary user names none, and starts with their service manager', () => {
  const unit = unitFile({ ...service, user: null });
  expect(unit).not.toContain('User=');
  expect(unit).toContain('WantedBy=default.target');
});

test('several servers of a machine are made from one unit, each with a port of its own', () => {
  const unit = unitFile({ ...service, isOneOfSeveral: true });
  expect(unit).toContain('\nDescription=V-labs, server %i\n');
  expect(unit).toContain('\nEnvironment=PORT=300%i\n');
  expect(unitFile(service)).not.toContain('%i');
});
