import { expect, test } from 'vitest';
import { bringProfile } from './apparmor.mjs';

const ubuntu = { restriction: '1', hasFolder: true, isDisabled: false };
const LOADED = 'firefox (unconfined)\nunix-chkpwd (enforce)\nsbwrapper (enforce)\n';

/** The commands that root would run on a machine in this state, and the message of the step. */
async function bring(machine: typeof ubuntu | { restriction: null }, profiles = LOADED, code = 0) {
  const commands: string[] = [];
  const output = await bringProfile(
    async ([program = '', ...words]) => {
      commands.push([program, ...words].join(' '));
      return program === 'cat' ? { code: 0, output: profiles } : { code, output: 'no such abi\n' };
    },
    { ...ubuntu, ...machine },
  );
  return { output, commands };
}

test('if AppArmor denies bubblewrap user namespaces, root installs and loads its profile', async () => {
  const { output, commands } = await bring(ubuntu);
  expect(output).toBe('AppArmor’s profile for bubblewrap installed in /etc/apparmor.d and loaded');
  expect(commands).toEqual([
    'cat /sys/kernel/security/apparmor/profiles',
    expect.stringMatching(
      /^install -m 644 \/.*\/deploy\/apparmor\/v-labs-bwrap \/etc\/apparmor\.d\/v-labs-bwrap$/,
    ),
    'apparmor_parser --replace /etc/apparmor.d/v-labs-bwrap',
  ]);
});

test.for([
  'v-labs-bwrap (unconfined)',
  'bwrap (enforce)',
  'unpriv_bwrap (enforce)',
  '/usr/bin/bwrap (complain)',
])('where "%s" is loaded, nothing is changed', async (line) => {
  const { output, commands } = await bring(ubuntu, `${LOADED}${line}\n`);
  expect(output).toBeNull();
  expect(commands).toHaveLength(1);
});

test.for([
  ['a kernel that has no such restriction', { restriction: null }],
  ['one that does not restrict', { ...ubuntu, restriction: '0' }],
  ['a machine without AppArmor’s folder', { ...ubuntu, hasFolder: false }],
  ['an administrator who has disabled the profile', { ...ubuntu, isDisabled: true }],
] as const)('for %s root is asked for nothing', async ([, machine]) => {
  expect(await bring(machine)).toEqual({ output: null, commands: [] });
});

test('a profile that cannot be loaded is reported and does not stop the start', async () => {
  expect((await bring(ubuntu, LOADED, 1)).output).toBe(
    'AppArmor’s profile for bubblewrap was not loaded (no such abi)',
  );
});
