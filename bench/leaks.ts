import { setTimeout as pause } from 'node:timers/promises';
import { countTraces, type Traces } from '../runner/testing/count-traces.ts';
import { runMixed } from '../runner/testing/mixed-runs.ts';
import type { TestRunner } from '../runner/testing/start-runner.ts';
import { startLoneRunner } from './lone-runner.ts';
import { printTable } from '../server/testing/print-table.ts';

const RUNS = 2000;
const WARM_UP_RUNS = 52;
const AT_ONCE = 4;
const MAX_SETTLING_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** Checks that 2,000 runs with every kind of end leave nothing behind. */
export async function benchLeaks(words: readonly string[]): Promise<void> {
  const runs = Number(words[0] ?? RUNS);
  const runner = await startLoneRunner();
  try {
    await runMixed(runner, WARM_UP_RUNS, AT_ONCE);
    await pause(2000);
    const before = countTraces(runner);
    const began = performance.now();
    await runMixed(runner, runs, AT_ONCE);
    const seconds = (performance.now() - began) / 1000;
    const after = await settle(runner, before);
    console.log(`${runs} runs in ${seconds.toFixed(0)} s, of thirteen kinds, ${AT_ONCE} at once`);
    const rows = rowsOf(before, after);
    printTable(['left behind', 'before', 'after'], rows);
    if (rows.some(([, one, other]) => one !== other)) process.exitCode = 1;
  } finally {
    await runner.stop();
  }
}

const rowsOf = (before: Traces, after: Traces): string[][] =>
  Object.entries(before).map(([name, count]) => [
    name,
    String(count),
    String(new Map(Object.entries(after)).get(name)),
  ]);

/** Boxes are closed in the background. */
async function settle(runner: TestRunner, before: Traces): Promise<Traces> {
  const wanted = JSON.stringify(before);
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const now = countTraces(runner);
    if (JSON.stringify(now) === wanted || waitedMs > MAX_SETTLING_MS) return now;
    await pause(LOOK_EVERY_MS);
  }
}
