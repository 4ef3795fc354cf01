import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { HANG_MS, PATIENTLY } from './testing/patience.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const SUM_PROGRAMS = {
  c: '#include <stdio.h>\nint main(void){int a,b;scanf("%d %d",&a,&b);printf("%d\\n",a+b);}',
  cpp: '#include <iostream>\nint main(){int a,b;std::cin>>a>>b;std::cout<<a+b<<"\\n";}',
  java: 'import java.util.*;\npublic class Sum{public static void main(String[] x){Scanner s=new Scanner(System.in);System.out.println(s.nextInt()+s.nextInt());}}',
  python: 'a, b = map(int, input().split())\nprint(a + b)\n',
} as const;

describe.skipIf(cannotConfine)('a runner that can confine programs', () => {
  test.for(['c', 'cpp', 'java', 'python'] as const)(
    'a %s program reads its input and returns its output',
    async (language) => {
      const outcome = await runner.run({
        language,
        source: SUM_PROGRAMS[language],
        stdin: '19 23',
      });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: '42\n', exitCode: 0 });
      expect(outcome.memoryKb).toBeGreaterThan(0);
      expect(outcome.cpuTimeMs).toBeGreaterThan(0);
      expect(outcome.events.at(-2)).toBe('running');
    },
  );
});

/** Every process of this machine whose command line contains the text. */
function findProcesses(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
      } catch {
        // The process ended between the two reads.
        return false;
      }
    })
    .map(Number);
}

/** Under a user's service manager the groups are five folders deep. */
const MAX_DEPTH = 8;

function findGroups(name: string, folder = '/sys/fs/cgroup', depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) =>
      entry.name === name
        ? [`${folder}/${entry.name}`]
        : findGroups(name, `${folder}/${entry.name}`, depth + 1),
    );
}

test.skipIf(cannotConfine)(
  'a runner that is killed during a run leaves no process and no control group',
  async () => {
    const doomed = await startRunner();
    const mark = `mark${process.pid}of${doomed.child.pid}`;
    const response = await doomed.send({
      language: 'python',
      source: 'import time\nprint(1, flush=True)\ntime.sleep(600)',
      order: { commandLineArguments: [mark] },
      limits: { wallTimeMs: 5 * HANG_MS },
    });
    await vi.waitFor(() => expect(findProcesses(mark)).toHaveLength(1), PATIENTLY);
    const group = `vlabs-${doomed.child.pid}`;
    expect(findGroups(group)).not.toEqual([]);
    const ended = once(doomed.child, 'exit');
    doomed.child.kill('SIGKILL');
    await ended;
    await expect(response.text()).rejects.toThrow('terminated');
    await vi.waitFor(() => {
      expect(findProcesses(mark)).toEqual([]);
      expect(findGroups(group)).toEqual([]);
    }, PATIENTLY);
    await doomed.stop();
  },
);
