import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { listTree } from '../runner/testing/count-leftovers.ts';
import { startLoneRunner } from './lone-runner.ts';
import { printTable } from '../server/testing/print-table.ts';

const BUDGET_MB = 300;
/** Warm compilers start one after the other and then release the memory of their start. */
const SETTLING_MS = 15_000;

/** The memory of an idle runner (PSS: shared pages are divided among the processes that map them). */
export async function benchMemory(): Promise<void> {
  const runner = await startLoneRunner();
  try {
    if (runner.child.pid === undefined) throw new Error('The runner was not started.');
    for (const language of ['java', 'python'] as const)
      await runner.run({ language, source: language === 'java' ? 'class Main {}' : '' });
    await pause(SETTLING_MS);
    const sizes = new Map<string, { count: number; kb: number }>();
    for (const pid of listTree(runner.child.pid)) {
      const name = nameOf(pid);
      const { count, kb } = sizes.get(name) ?? { count: 0, kb: 0 };
      sizes.set(name, { count: count + 1, kb: kb + proportionalKb(pid) });
    }
    const rows = [...sizes].map(([name, { count, kb }]) => [name, String(count), inMb(kb)]);
    const total = [...sizes.values()].reduce((sum, { kb }) => sum + kb, 0);
    printTable(['process', 'count', 'MB'], [...rows, ['together', '', inMb(total)]]);
    if (total > BUDGET_MB * 1024) {
      console.error(`The idle runner uses more than ${BUDGET_MB} MB.`);
      process.exitCode = 1;
    }
  } finally {
    await runner.stop();
  }
}

const inMb = (kb: number): string => (kb / 1024).toFixed(1);

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();

function proportionalKb(pid: number): number {
  const found = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  if (!found) throw new Error(`The memory of process ${pid} cannot be read.`);
  return Number(found[1]);
}
