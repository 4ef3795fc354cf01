import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfinementError } from './control-group.ts';
import { findControlGroups } from './find-control-groups.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-groups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mountLine = (place: string, kind: string, options: string): string =>
  `30 20 0:27 / ${place} rw - ${kind} ${kind} rw,${options}`;

/** Folders with the files of a v2 hierarchy, for machines whose kernel has none. */
async function makeV2(controllers: string, ...folders: string[]): Promise<string> {
  const root = join(folder, 'unified');
  for (const place of [root, ...folders.map((name) => join(root, name))]) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'cgroup.controllers'), `${controllers}\n`);
    await writeFile(join(place, 'cgroup.procs'), '');
  }
  return root;
}

test('without a control group file system the error says so', () => {
  expect(() => findControlGroups('vlabs-1', { mounts: '', membership: '0::/' })).toThrow(
    new ConfinementError('No control group file system is mounted at /sys/fs/cgroup.'),
  );
});

test('the error names a missing pids controller of a v1 hierarchy', () => {
  const mounts = mountLine(folder, 'cgroup', 'memory');
  expect(() => findControlGroups('vlabs-1', { mounts, membership: '4:memory:/' })).toThrow(
    'the control group controller pids is missing',
  );
});

test('the error names a folder that cannot be written and the command that delegates it', () => {
  const mounts = mountLine(join(folder, 'absent'), 'cgroup', 'memory,pids,cpuacct');
  const findIt = () => findControlGroups('vlabs-1', { mounts, membership: '4:memory:/' });
  expect(findIt).toThrow(ConfinementError);
  expect(findIt).toThrow(/absent.*chown/s);
});

test('the error names a missing memory controller of a v2 hierarchy', async () => {
  const root = await makeV2('pids');
  const mounts = mountLine(root, 'cgroup2', 'nsdelegate');
  expect(() => findControlGroups('vlabs-1', { mounts, membership: '0::/' })).toThrow(
    'does not offer the controllers memory',
  );
});

const find = (root: string, membership: string) =>
  findControlGroups('vlabs-1', { mounts: mountLine(root, 'cgroup2', 'nsdelegate'), membership });

test('a v2 group sets limits, reads counters and resets the peak', async () => {
  const root = await makeV2('cpu memory pids');
  const groups = find(root, '0::/');
  expect(groups.version).toBe('v2');
  expect(groups.roots).toEqual([join(root, 'vlabs-1')]);
  expect(await readFile(join(root, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids +cpu');
  expect(groups.hasWeight).toBe(true);
  expect(await readFile(join(root, 'vlabs-1', 'cpu.weight'), 'utf8')).toBe('50');

  const group = groups.makeGroup('box-1');
  const box = join(root, 'vlabs-1', 'box-1');
  expect(group.procsFiles).toEqual([join(box, 'cgroup.procs')]);
  await writeFile(join(box, 'memory.swap.max'), 'max');
  group.limit({ memoryKb: 1000, processes: 60 });
  expect(await readFile(join(box, 'memory.max'), 'utf8')).toBe('1024000');
  expect(await readFile(join(box, 'memory.swap.max'), 'utf8')).toBe('0');
  expect(await readFile(join(box, 'pids.max'), 'utf8')).toBe('60');

  await writeFile(join(box, 'cpu.stat'), 'usage_usec 2500\nuser_usec 2000\n');
  await writeFile(join(box, 'memory.peak'), '2048000\n');
  await writeFile(join(box, 'memory.events'), 'low 0\noom 1\noom_kill 1\n');
  expect(group.cpuTimeMs()).toBe(2.5);
  expect(group.memoryPeakKb()).toBe(2000);
  expect(group.memoryKills()).toBe(1);
});

test('if the kernel cannot reset a peak, surviving processes move to a new group and stay counted', async () => {
  const root = await makeV2('memory pids');
  const group = find(root, '0::/').makeGroup('box-1');
  const box = join(root, 'vlabs-1', 'box-1');
  await writeFile(join(box, 'memory.current'), '1024000\n');
  await writeFile(join(box, 'cgroup.procs'), '4711\n');
  // Unlike a real group, the folder contains files, so it is not removed here.
  await expect(group.renew()).rejects.toThrow('ENOTEMPTY');
  expect(await readFile(`${box}-1/cgroup.procs`, 'utf8')).toBe('4711');

  await writeFile(`${box}-1/memory.peak`, '2048000\n');
  expect(group.memoryPeakKb()).toBe(3000);
  group.limit({ memoryKb: 5000, processes: 60 });
  expect(await readFile(`${box}-1/memory.max`, 'utf8')).toBe(String(4000 * 1024));
});

test('without the v2 cpu controller boxes have no weight', async () => {
  const root = await makeV2('memory pids');
  expect(find(root, '0::/').hasWeight).toBe(false);
  expect(await readFile(join(root, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
});

test('a runner that is alone in its group divides it and moves to a leaf', async () => {
  const root = await makeV2('memory pids', 'app.slice', 'app.slice/run-1.scope');
  const own = join(root, 'app.slice/run-1.scope');
  await writeFile(join(own, 'cgroup.procs'), `${process.pid}\n`);
  expect(find(root, '0::/app.slice/run-1.scope').roots).toEqual([join(own, 'vlabs-1')]);
  expect(await readFile(join(own, 'vlabs-1-self', 'cgroup.procs'), 'utf8')).toBe(
    String(process.pid),
  );
});

test('if server and database are in a group of the unit, the boxes get groups next to it', async () => {
  const root = await makeV2('memory pids', 'v-labs.service', 'v-labs.service/server');
  const own = join(root, 'v-labs.service/server');
  await writeFile(join(own, 'cgroup.procs'), `${process.pid}\n4711\n`);
  const groups = find(root, '0::/v-labs.service/server');
  expect(groups.roots).toEqual([join(root, 'v-labs.service/vlabs-1')]);
  expect((await readdir(own)).toSorted()).toEqual(['cgroup.controllers', 'cgroup.procs']);
});

test('a slice belongs to systemd: the runner makes nothing there and leaves nothing in its own group', async () => {
  const root = await makeV2('memory pids', 'user.slice', 'user.slice/session-1.scope');
  const own = join(root, 'user.slice/session-1.scope');
  await writeFile(join(own, 'cgroup.procs'), `${process.pid}\n4711\n`);
  expect(() => find(root, '0::/user.slice/session-1.scope')).toThrow(
    'contains other processes too',
  );
  for (const place of [own, join(root, 'user.slice')])
    expect(await readFile(join(place, 'cgroup.procs'), 'utf8')).toBe(
      place === own ? `${process.pid}\n4711\n` : '',
    );
  expect(await readdir(own)).toEqual(['cgroup.controllers', 'cgroup.procs']);
});

/** Folders of a v1 hierarchy; the cpu controller's may belong to another user. */
async function makeV1(cpu: 'ours' | 'not ours'): Promise<string> {
  const controllers = ['memory', 'pids', 'cpuacct', ...(cpu === 'ours' ? ['cpu'] : [])];
  for (const controller of controllers) await mkdir(join(folder, controller));
  return ['memory', 'pids', 'cpuacct', 'cpu']
    .map((controller) => mountLine(join(folder, controller), 'cgroup', controller))
    .join('\n');
}

test('on v1 all boxes together weigh half a process, and all weigh the same', async () => {
  const mounts = await makeV1('ours');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '' });
  expect(groups.hasWeight).toBe(true);
  expect(await readFile(join(folder, 'cpu', 'vlabs-1', 'cpu.shares'), 'utf8')).toBe('512');
  const { procsFiles } = groups.makeGroup('box-1');
  expect(procsFiles).toContain(join(folder, 'cpu', 'vlabs-1', 'box-1', 'cgroup.procs'));
  expect(existsSync(join(folder, 'cpu', 'vlabs-1', 'box-1', 'cpu.shares'))).toBe(false);
});

test('without access to the v1 cpu controller boxes have all limits but no weight', async () => {
  const mounts = await makeV1('not ours');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '' });
  expect(groups.hasWeight).toBe(false);
  expect(groups.makeGroup('box-1').procsFiles).toEqual(
    ['memory', 'pids', 'cpuacct'].map((controller) =>
      join(folder, controller, 'vlabs-1', 'box-1', 'cgroup.procs'),
    ),
  );
});
