// Makes three machines of namespaces, causes faults while a class sits a test, and counts. Plain Node 18, like
// start.mjs.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { makeLabRoot } from '../lab/servers/make-lab-root.mjs';
import { bringLabPackages, bringPackagesOfTests, buildWeb, findNode } from './prepare.mjs';
import { StepFailure, root, runBounded, runCommand, step } from './steps.mjs';

/** Several times the normal duration; a run that hangs is ended. */
const TIMEOUT_MS = 60 * 60_000;
/** Joins its control groups and becomes the first process of new namespaces, which end with it. */
const INTO_NAMESPACES =
  'for group in $GROUPS_OF_LAB; do echo 0 > "$group/cgroup.procs"; done; ' +
  'exec setpriv --pdeathsig KILL unshare --mount --net --pid --fork --kill-child --mount-proc ' +
  // The first process reaps orphans: those of PostgreSQL when Patroni is killed.
  `bash -c '"$@" & wait $!' lab "$@"`;

async function testLab() {
  if (process.geteuid() !== 0)
    throw new StepFailure('The lab makes networks and mounts. Run it as root.');
  await step('Packages', bringPackagesOfTests);
  await step('System packages', bringLabPackages);
  await step('Web pages', buildWeb);
  let tree = '';
  await step('Debian 13', async () => {
    tree = await makeLabRoot();
    return tree;
  });
  const results = join(root, 'test-results/lab');
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-lab-'));
  const groups = await makeGroups(`vlabs-lab-${process.pid}`);
  const words = [tree, folder, results, ...process.argv.slice(2)];
  const lab = [findNode(), join(root, 'lab/servers/main.ts'), ...words];
  const env = {
    ...process.env,
    PATH: `${dirname(findNode())}${delimiter}${process.env.PATH ?? ''}`,
    GROUPS_OF_LAB: groups.join(' '),
  };
  try {
    return await runBounded('bash', ['-c', INTO_NAMESPACES, 'lab', ...lab], {
      env,
      timeoutMs: TIMEOUT_MS,
    });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    for (const group of groups) await removeGroup(group);
  }
}

/**
 * Control groups below our own, so that those of killed runners end with the lab. Only on version 1: in a version 2
 * group with processes the runner could make none.
 */
async function makeGroups(name) {
  const groups = [];
  for (const line of readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')) {
    const [, controllers = '', ...path] = line.split(':');
    const mount = join('/sys/fs/cgroup', controllers.split(',')[0] ?? '');
    if (!['memory', 'pids', 'cpu', 'cpuacct'].some((one) => controllers.split(',').includes(one)))
      continue;
    const group = join(mount, path.join(':'), name);
    if (existsSync(dirname(group))) groups.push(group);
  }
  const made = [...new Set(groups)];
  for (const group of made) await mkdir(group, { recursive: true });
  return made;
}

async function removeGroup(group) {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  // Processes that were just killed still count.
  for (let tries = 0; tries < 50; tries += 1) {
    const isGone = await rmdir(group).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error(`The control group ${group} could not be removed.`);
}

await runCommand(testLab);
