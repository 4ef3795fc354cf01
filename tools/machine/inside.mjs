import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { run } from './run.mjs';
import { tryStart, waysToStart } from './try-start.mjs';

/** Folders of tests that are of this system: programs in their boxes, and the contract over it. */
const SUITES = {
  contract: ['server/runs/judge0'],
  hostile: ['runner/hostile', 'runner/hostile-live'],
  runner: ['runner/sandbox', 'runner/toolchain', 'runner/languages', 'runner/runner.test.ts'],
};
const REPORT = '--reporter=./tools/machine/findings.ts';
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', REPORT];
const USER_FOLDER = '/run/user/1000';
/** In a group of their own below the one that is divided for boxes. */
const IN_OWN_GROUP =
  'group=/sys/fs/cgroup$(cut -d: -f3- /proc/self/cgroup); mkdir "$group/tests"; echo $$ > "$group/tests/cgroup.procs"; exec "$@"';

/** Everything a start and a suite said goes into the log; what came of it into one line each. */
async function judge(part) {
  const way = waysToStart[part];
  return way ? tryStart(way) : runSuite(part, SUITES[part] ?? [part]);
}

async function runSuite(name, files) {
  const file = `/tmp/${name.replaceAll('/', '-')}.json`;
  const scope = ['--user', '--scope', '--quiet', '--property=Delegate=yes'];
  const vitest = [process.execPath, ...VITEST, ...files];
  const words = ['-u', 'teacher', '--', 'systemd-run', ...scope, 'sh', '-c', IN_OWN_GROUP, 'sh'];
  const told = { MACHINE_PART: name, MACHINE_FINDINGS: file };
  const child = spawn('runuser', [...words, ...vitest], {
    env: { ...process.env, ...told, HOME: '/home/teacher', XDG_RUNTIME_DIR: USER_FOLDER },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  if (!existsSync(file)) return [{ part: name, what: 'the tests', came: 'failed: no results' }];
  return JSON.parse(readFileSync(file, 'utf8'));
}

const versions = [
  `kernel ${release()}`,
  (await run('systemctl', ['--version'])).split('\n')[0],
  (await run('bwrap', ['--version'])).trim(),
];
const parts = readFileSync('/shared/parts', 'utf8').trim().split('\n');
const findings = [];
for (const part of parts) {
  findings.push(...(await judge(part)));
  writeFileSync('/shared/findings.json', JSON.stringify({ versions, findings }));
}
