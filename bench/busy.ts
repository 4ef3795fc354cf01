import { LANGUAGE_C } from '@vlabs/contract/runs/languages';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Run } from '@vlabs/contract/runs/runs';
import { type Product, registerStudent, startProduct } from './product.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const ROUNDS = 6;
const CALLS_A_ROUND = 80;
const PAUSE_MS = 20;
const WARM_UP_CALLS = 100;
const SETTLING_MS = 5000;
/** The time until the programs of a round have started all their processes. */
const SPREADING_MS = 2000;
/** Their total time. */
const BUSY_SECONDS = 10;
const MAX_TIMES_SLOWER = 3;
const TIME_LIMIT_EXCEEDED = 5;
const SLOTS = availableParallelism();
/** The calls of a student's page when it opens. */
const PATHS = ['/api/v1/auth/user-auth', '/api/v1/auth/getallassignments'];

/** As many child processes as allowed, some of which are replaced continuously. */
const BUSY = `#include <signal.h>
#include <unistd.h>
int main(void) {
  signal(SIGCHLD, SIG_IGN);
  for (int child = 0; child < 100; child++)
    if (fork() == 0) for (;;) continue;
  for (;;)
    if (fork() == 0) {
      for (volatile int step = 0; step < 100000; step++) continue;
      _exit(0);
    }
}
`;

/** Measures signed-in calls on an idle machine, and while every slot runs the busiest program that is allowed. */
export async function benchBusy(words: readonly string[]): Promise<void> {
  const rounds = Number(words[0] ?? ROUNDS);
  const product = await startProduct();
  try {
    const token = await registerStudent(product);
    await runBusy(product);
    await pause(SETTLING_MS);
    await callAll(product, token, WARM_UP_CALLS);
    const idle: number[] = [];
    const busy: number[] = [];
    // Alternates, so that other work of the machine affects both equally.
    for (let round = 0; round < rounds; round += 1) {
      idle.push(...(await callAll(product, token, CALLS_A_ROUND)));
      const programs = Promise.all(Array.from({ length: SLOTS }, () => runBusy(product)));
      await pause(SPREADING_MS);
      busy.push(...(await callAll(product, token, CALLS_A_ROUND)));
      await programs;
    }
    print(idle, busy);
  } finally {
    await product.stop();
  }
}

function print(idle: number[], busy: number[]): void {
  const times = quantile(busy, 0.95) / quantile(idle, 0.95);
  console.log(`${idle.length} signed-in calls; milliseconds`);
  printTable(
    ['the slots', 'p50', 'p95', 'longest', 'p95 to idle', 'wanted'],
    [
      ['idle', ...figures(idle), '', ''],
      [
        `${SLOTS} programs of 100 busy processes`,
        ...figures(busy),
        `${times.toFixed(2)} ×`,
        `≤ ${MAX_TIMES_SLOWER} ×`,
      ],
    ],
  );
  if (times > MAX_TIMES_SLOWER) process.exitCode = 1;
}

const figures = (values: number[]): string[] =>
  [quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)].map((ms) => ms.toFixed(1));

/** One call after the other, like a person's page. */
async function callAll({ url }: Product, token: string, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    const reply = await fetch(`${url}${PATHS[call % PATHS.length]}`, {
      headers: { authorization: token },
    });
    await reply.text();
    if (!reply.ok) throw new Error(`A call returned ${reply.status}.`);
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  return times;
}

/** Runs until the limit ends it. Fails if it ends differently. */
async function runBusy({ url, serviceToken }: Product): Promise<void> {
  const reply = await fetch(`${url}/judge0/submissions?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': serviceToken },
    body: JSON.stringify({
      source_code: BUSY,
      language_id: LANGUAGE_C,
      cpu_time_limit: 15,
      wall_time_limit: BUSY_SECONDS,
      max_processes_and_or_threads: 120,
    }),
  });
  const run = Run.parse(await reply.json());
  if (run.status?.id !== TIME_LIMIT_EXCEEDED)
    throw new Error(`The run returned ${JSON.stringify(run)}.`);
}
