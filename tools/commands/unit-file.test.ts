import { expect, test } from 'vitest';
import { unitFile } from './unit-file.ts';

const service = {
  folder: '/opt/v-labs',
  node: '/usr/bin/node',
  user: 'vlabs',
  systemdVersion: 257,
  isTemplate: false,
};

test('a systemd that supports it moves the server to a subgroup', () => {
  const unit = unitFile(service);
  expect(unit).toContain('\nExecStart="/usr/bin/node" tools/start.mjs\n');
  expect(unit).toContain('\nDelegate=yes\nDelegateSubgroup=server\n');
  expect(unit).toContain('\nUser=vlabs\n');
});

test('a server that ends is restarted without a limit', () => {
  // By default systemd gives up after five starts within ten seconds.
  expect(unitFile(service)).toContain('\nRestart=on-failure\nRestartSec=5\n');
});

test('with an older systemd the service moves itself to the subgroup', () => {
  const unit = unitFile({ ...service, systemdVersion: 252 });
  expect(unit).not.toContain('DelegateSubgroup');
  expect(unit).toMatch(/^ExecStart=\/bin\/sh -c '.*cgroup\.procs.*' "\/usr\/bin\/node" tools/m);
});

test('a user service names no user and starts with their service manager', () => {
  const unit = unitFile({ ...service, user: null });
  expect(unit).not.toContain('User=');
  expect(unit).toContain('WantedBy=default.target');
});

test('several servers of a machine share one template unit and have different ports', () => {
  const unit = unitFile({ ...service, isTemplate: true });
  expect(unit).toContain('\nDescription=V-labs, server %i\n');
  expect(unit).toContain('\nEnvironment=PORT=300%i\n');
  expect(unitFile(service)).not.toContain('%i');
});
