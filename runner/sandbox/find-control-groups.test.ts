import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A folder with the files of a v2 hierarchy, for machines whose kernel offers none. */
async function makeV2(controllers: string): Promise<string> {
  const root = join(folder, 'unified');
  await mkdir(join(root, 'vlabs'), { recursive: true });
  for (const place of [root, join(root, 'vlabs')])
    await writeFile(join(place, 'cgroup.controllers'), `${controllers}\n`);
  return root;
}

test('without any control group file system the runner says what is missing', () => {
  expect(() => findControlGroups('vlabs-1', { mounts: '', membership: '0::/' })).toThrow(
    new ConfinementError('No control group file system is mounted at /sys/fs/cgroup.'),
  );
});

test('a v1 hierarchy without the pids controller is refused by name', () => {
  const mounts = mountLine(folder, 'cgroup', 'memory');
  expect(() => findControlGroups('vlabs-1', { mounts, membership: '4:memory:/' })).toThrow(
    'the control group controller pids is missing',
  );
});

test('a folder that cannot be written is named, with the command that hands it over', () => {
  const mounts = mountLine(join(folder, 'absent'), 'cgroup', 'memory,pids,cpuacct');
  const find = () => findControlGroups('vlabs-1', { mounts, membership: '4:memory:/' });
  expect(find).toThrow(ConfinementError);
  expect(find).toThrow(/absent.*chown/s);
});

test('a v2 hierarchy that does not offer memory is refused by name', async () => {
  const root = await makeV2('pids');
  const mounts = mountLine(root, 'cgroup2', 'nsdelegate');
  expect(() => findControlGroups('vlabs-1', { mounts, membership: '0::/' })).toThrow(
    'does not offer the controllers memory',
  );
});

test('on a v2 hierarchy a group is limited, counted and counted down', async () => {
  const root = await makeV2('cpu memory pids');
  const mounts = mountLine(root, 'cgroup2', 'nsdelegate');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '0::/' });
  expect(groups.version).toBe('v2');
  expect(groups.roots).toEqual([join(root, 'vlabs', 'vlabs-1')]);
  expect(await readFile(join(root, 'vlabs', 'cgroup.subtree_control'), 'utf8')).toBe(
    '+memory +pids +cpu',
  );
  expect(groups.hasWeight).toBe(true);
  expect(await readFile(join(root, 'vlabs', 'vlabs-1', 'cpu.weight'), 'utf8')).toBe('50');

  const group = groups.makeGroup('box-1');
  const box = join(root, 'vlabs', 'vlabs-1', 'box-1');
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

test('on a v2 hierarchy that does not offer the controller of weights, boxes have none', async () => {
  const root = await makeV2('memory pids');
  const mounts = mountLine(root, 'cgroup2', 'nsdelegate');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '0::/' });
  expect(groups.hasWeight).toBe(false);
  expect(await readFile(join(root, 'vlabs', 'cgroup.subtree_control'), 'utf8')).toBe(
    '+memory +pids',
  );
});

/** Folders of a v1 hierarchy, of which that of the controller of weights may be another's. */
async function makeV1(cpu: 'ours' | 'not ours'): Promise<string> {
  const controllers = ['memory', 'pids', 'cpuacct', ...(cpu === 'ours' ? ['cpu'] : [])];
  for (const controller of controllers) await mkdir(join(folder, controller));
  return ['memory', 'pids', 'cpuacct', 'cpu']
    .map((controller) => mountLine(join(folder, controller), 'cgroup', controller))
    .join('\n');
}

test('on a v1 hierarchy all boxes together weigh half a process, and each as much as another', async () => {
  const mounts = await makeV1('ours');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '' });
  expect(groups.hasWeight).toBe(true);
  expect(await readFile(join(folder, 'cpu', 'vlabs-1', 'cpu.shares'), 'utf8')).toBe('512');
  const { procsFiles } = groups.makeGroup('box-1');
  expect(procsFiles).toContain(join(folder, 'cpu', 'vlabs-1', 'box-1', 'cgroup.procs'));
  expect(existsSync(join(folder, 'cpu', 'vlabs-1', 'box-1', 'cpu.shares'))).toBe(false);
});

test('on a v1 hierarchy whose controller of weights is another’s, boxes have none and all limits', async () => {
  const mounts = await makeV1('not ours');
  const groups = findControlGroups('vlabs-1', { mounts, membership: '' });
  expect(groups.hasWeight).toBe(false);
  expect(groups.makeGroup('box-1').procsFiles).toEqual(
    ['memory', 'pids', 'cpuacct'].map((controller) =>
      join(folder, controller, 'vlabs-1', 'box-1', 'cgroup.procs'),
    ),
  );
});
