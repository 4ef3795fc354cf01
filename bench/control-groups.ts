import { readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';

interface Measured {
  /** For the heading of a table. */
  what: string;
  /** Why nothing was measured on the other version. */
  notMeasured: string;
}

/**
 * The version of control groups that the runner uses here. Never both: the kernel assigns a controller to one
 * hierarchy at a time, and a controller in use cannot be moved.
 */
export function describeControlGroups(): Measured {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const findMount = (kind: string, option: string): string | null => {
    const found = mounts.find((line) => {
      const [type = '', , options = ''] = line.split(' - ')[1]?.split(' ') ?? [];
      return type === kind && (option === '' || options.split(',').includes(option));
    });
    return found?.split(' ')[4] ?? null;
  };
  const v2 = findMount('cgroup2', '');
  const version = findMount('cgroup', 'memory') === null ? 'v2' : 'v1';
  const what = `Linux ${release()}, control groups ${version}`;
  if (version === 'v2')
    return { what, notMeasured: 'v1 was not measured: no hierarchy of v1 with memory is mounted.' };
  const there =
    v2 === null
      ? 'it is not mounted'
      : `at ${v2} it has only these controllers: ${readFileSync(join(v2, 'cgroup.controllers'), 'utf8').trim() || 'none'}`;
  return {
    what,
    notMeasured: `v2 was not measured: ${there}, since v1 holds memory, and a controller is in one of the two. Boot with cgroup_no_v1=all to measure it.`,
  };
}
