import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { release } from 'node:os';
import { CUT_OFF, patternExcluding } from './findings.ts';
import { SUITE, readState, writeState } from './findings-so-far.mjs';
import { run } from './run.mjs';
import { tryStart, waysToStart } from './try-start.mjs';

/** Folders with tests that depend on the system: programs in their boxes, and the contract on top. */
const SUITES = {
  contract: ['server/runs/judge0'],
  hostile: ['runner/hostile', 'runner/hostile-live'],
  runner: ['runner/sandbox', 'runner/toolchain', 'runner/languages', 'runner/runner.test.ts'],
};
const REPORT = '--reporter=./lab/machine/findings.ts';
const PROJECTS = ['--project', 'services', '--project', 'drills'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS, REPORT];
/** The factor by which the machine is slower; programs under test get that much more time. */
const PATIENCE = '6';
const USER_FOLDER = '/run/user/1000';
/** In a subgroup next to the groups of boxes. */
const IN_OWN_GROUP =
  'group=/sys/fs/cgroup$(cut -d: -f3- /proc/self/cgroup); mkdir "$group/tests"; echo $$ > "$group/tests/cgroup.procs"; exec "$@"';

const isFinal = ({ came }) => came !== CUT_OFF;

/**
 * Logs the complete output of a start and a suite, and writes one line per result.
 * @param before the findings of earlier boots about this part
 */
async function judge(part, before) {
  const way = waysToStart[part];
  if (!way) return runSuite(part, SUITES[part] ?? [part], before);
  return tryStart(way);
}

async function runSuite(name, files, before) {
  const judged = new Set(before.map(({ what }) => what));
  const scope = ['--user', '--scope', '--quiet', '--property=Delegate=yes'];
  const others = judged.size > 0 ? ['--testNamePattern', patternExcluding([...judged])] : [];
  const vitest = [process.execPath, ...VITEST, ...others, ...files];
  const words = ['-u', 'teacher', '--', 'systemd-run', ...scope, 'sh', '-c', IN_OWN_GROUP, 'sh'];
  const reported = {
    MACHINE_PART: name,
    MACHINE_FINDINGS: SUITE,
    TEST_PATIENCE: PATIENCE,
  };
  rmSync(SUITE, { force: true });
  const child = spawn('runuser', [...words, ...vitest], {
    env: { ...process.env, ...reported, HOME: '/home/teacher', XDG_RUNTIME_DIR: USER_FOLDER },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  if (!existsSync(SUITE)) return [{ part: name, what: 'the tests', came: 'failed: no results' }];
  const found = JSON.parse(readFileSync(SUITE, 'utf8'));
  rmSync(SUITE);
  return found.filter(({ what }) => !judged.has(what));
}

const versions = [
  `kernel ${release()}`,
  (await run('systemctl', ['--version'])).split('\n')[0],
  (await run('bwrap', ['--version'])).trim(),
];
const parts = readFileSync('/shared/parts', 'utf8').trim().split('\n');
// An earlier boot may have been ended during a test.
const earlier = readState('/shared');
const state = { versions, complete: earlier.complete, findings: earlier.findings.filter(isFinal) };
writeState(state);
for (const part of parts.filter((name) => !state.complete.includes(name))) {
  const before = state.findings.filter((finding) => finding.part === part);
  state.findings.push(...(await judge(part, before)));
  state.complete.push(part);
  writeState(state);
}
