import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from './testing/start-runner.ts';

const runner = await startRunner({ VLABS_RUNNER_SLOTS: '1' });
afterAll(() => runner.stop());

/** Without these the kernel does not count how long a task waits, or this process cannot choose a processor. */
const canStarve = existsSync('/proc/self/schedstat') && existsSync('/usr/bin/taskset');

/** Processes outside of the sandbox that keep the first processor busy. */
const loops: ChildProcess[] = [];
function keepBusy(count: number): void {
  for (let index = 0; index < count; index++)
    loops.push(spawn('/usr/bin/taskset', ['-c', '0', process.execPath, '-e', 'for (;;);']));
}
afterEach(() => {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL');
});

/** Runs on the first processor only, and computes for 0.3 s. */
const COMPUTES = `#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <time.h>
int main(void) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  sched_setaffinity(0, sizeof first, &first);
  while (clock() < CLOCKS_PER_SEC * 3 / 10) continue;
  puts("computed");
}`;

describe.skipIf(explainSkip(runner) || !canStarve)('on a busy machine', () => {
  test('no program meets a time limit because it was kept waiting, however many inputs it has', async () => {
    const input = { stdinBase64: '', expectedOutputBase64: null };
    await runner.run({ language: 'c', source: COMPUTES });
    keepBusy(4);
    const { outcome } = await runner.runAll({
      language: 'c',
      source: COMPUTES,
      limits: { wallTimeMs: 800 },
      order: { inputs: [input, input, input], totalTimeMs: 1800 },
    });
    // Without a weight for boxes they may wait for longer than the longest stretch, which is a fault of ours.
    for (const { verdict } of outcome.executions)
      expect(verdict).toBeOneOf(['accepted', 'internal_error']);
    expect(outcome.executions).toHaveLength(3);
  });

  test('a program that sleeps meets its wall limit', async () => {
    keepBusy(2);
    expect(
      await runner.run({
        language: 'c',
        source: '#include <unistd.h>\nint main(void) { for (;;) pause(); }',
        limits: { wallTimeMs: 700 },
      }),
    ).toMatchObject({ verdict: 'time_limit', message: 'Time limit exceeded (wall clock)' });
  });
});
