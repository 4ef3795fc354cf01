import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LoadClients } from '../../server/testing/load/load-clients.ts';
import { type StormProduct, startStormProduct } from '../storm/storm-product.ts';
import { printTable, quantile } from '../../server/testing/print-table.ts';
import type { Target } from './attack.ts';
import type { Endings } from './attackers.ts';
import { makeLoadQuiz } from '../../server/testing/load/load-quiz.ts';
import {
  type Calls,
  type Compared,
  QUESTIONS,
  Sitters,
} from '../../server/testing/load/sitters.ts';
import { type Held, Watch } from './watch.ts';

const CLASS_SIZE = 100;
const START_WITHIN_MS = 10_000;
const SAVE_EVERY_MS = 5000;
const SUBMIT_WITHIN_MS = 10_000;
/** Accounts for the other activities. */
const ATTACKERS = 40;
const MAX_SAVE_MS = 300;
/** The permitted growth of a process: caches, and heap pages that are returned late. */
const MAX_KEPT_MB = 200;
const WARM_UP_SECONDS = 20;
const MAX_SETTLING_MS = 180_000;
const LOOK_EVERY_MS = 3000;

/**
 * A class of 100 sits a test while all known attacks run at once: `soak --minutes 30`. Fails if a save is slow or
 * lost, or if anything is left behind.
 */
export async function benchSoak(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { minutes: { type: 'string', default: '30' } },
  });
  const seconds = Math.max(20, Number(values.minutes) * 60);
  const product = await startStormProduct({ runsPrograms: true });
  try {
    const clients = new LoadClients(product.url);
    const quizId = await makeLoadQuiz(clients, product.admin, QUESTIONS);
    const people = await product.makeStudents(CLASS_SIZE);
    const sitters = new Sitters({ clients, quizId, listens: true }, people);
    const target = await makeTarget(product, quizId);
    // Everything that is made once and kept is made before the first count.
    await haveAttacked({ ...target, seconds: WARM_UP_SECONDS });
    const watch = new Watch(product);
    await delay(LOOK_EVERY_MS);
    const before = await watch.look();
    const [result, endings] = await Promise.all([
      sit(sitters, product, seconds * 1000),
      haveAttacked({ ...target, seconds }),
    ]);
    clients.close();
    const after = await settle(watch, before);
    watch.stop();
    report({ result, endings, before, after, watch });
  } finally {
    await product.stop();
  }
}

type ClassResult = Sitters['calls'] & Compared;

async function sit(sitters: Sitters, product: StormProduct, forMs: number): Promise<ClassResult> {
  const until = AbortSignal.timeout(forMs);
  await sitters.start(START_WITHIN_MS);
  await sitters.sit(until, SAVE_EVERY_MS);
  await sitters.submit(SUBMIT_WITHIN_MS);
  return { ...sitters.calls, ...(await sitters.compare(product.pool)) };
}

async function makeTarget(product: StormProduct, quizId: string): Promise<Target> {
  const clients = new LoadClients(product.url);
  const body = { title: 'Soak', assignment: 'Print a line.', path: '', filename: '' };
  await clients.call(product.admin, 'POST', '/api/v1/auth/create-assignment', { body });
  clients.close();
  const { rows } = await product.pool.query<{ id: string }>('select id from assignments');
  const [assignment] = rows;
  if (!assignment) throw new Error('The assignment was not created.');
  const people = await product.makeStudents(ATTACKERS);
  return { url: product.url, quizId, assignmentId: assignment.id, people, seconds: 0 };
}

/** In a separate process, so that they do not delay the timers of the class. */
async function haveAttacked(target: Target): Promise<Endings> {
  const attackers = fork(join(import.meta.dirname, 'attackers.ts'));
  attackers.send(target);
  const [endings] = await Promise.race([
    once(attackers, 'message'),
    once(attackers, 'exit').then((): never => {
      throw new Error('The attackers ended before they reported their results.');
    }),
  ]);
  return endings;
}

async function settle(watch: Watch, before: Held): Promise<Held> {
  for (const began = performance.now(); ; await delay(LOOK_EVERY_MS)) {
    const now = await watch.look();
    const isOver = performance.now() - began > MAX_SETTLING_MS;
    if (isOver || findKept(before, now).length === 0) return now;
  }
}

/** What has not returned to its initial value. */
function findKept(before: Held, after: Held): string[] {
  const kept: string[] = [];
  if (after.serverMb > before.serverMb + MAX_KEPT_MB) kept.push('memory of the server');
  if (after.runnerMb > before.runnerMb + MAX_KEPT_MB) kept.push('memory of the runner');
  for (const name of ['mounts', 'controlGroups', 'processes', 'boxUsers'] as const)
    if (after.leftovers[name] > before.leftovers[name]) kept.push(`${name} of the runner`);
  return kept;
}

interface Soaked {
  result: ClassResult;
  endings: Endings;
  before: Held;
  after: Held;
  watch: Watch;
}

function report({ result, endings, before, after, watch }: Soaked): void {
  const calls = (['start', 'save', 'submit'] as const).map((kind) => rowOf(kind, result[kind]));
  printTable(['class of 100', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'refused'], calls);
  console.log(
    `saves acknowledged ${result.acknowledged.length}, missing ${result.missing.length}; not submitted ${result.unsubmitted}\n`,
  );
  printTable(
    ['other activities', 'outcomes'],
    Object.entries(endings).map(([name, seen]) => [name, listEndings(seen)]),
  );
  console.log('');
  printTable(['held', 'before', 'most', 'after'], rowsOfHeld(before, watch, after));
  console.log(
    `longest stall of the server: ${watch.longestStallMs.toFixed(0)} ms; ` +
      `it waited ${(watch.waitedForProcessorMs / 1000).toFixed(1)} s for a processor`,
  );
  const faults = findFaults({ result, endings, before, after, watch });
  for (const fault of faults) console.error(`Fault: ${fault}.`);
  if (faults.length > 0) process.exitCode = 1;
}

function findFaults({ result, endings, before, after }: Soaked): string[] {
  const { save, missing, unsubmitted } = result;
  const refused = [result.start, save, result.submit].flatMap(({ refused: seen }) =>
    Object.entries(seen).map(([how, count]) => `the class was refused ${count} times with ${how}`),
  );
  const broken = Object.entries(endings).flatMap(([name, seen]) =>
    Object.keys(seen)
      .filter((how) => how === '500' || how.startsWith('broke'))
      .map((how) => `${name}: ${how}`),
  );
  const p95 = quantileOf(save, 0.95) ?? Infinity;
  return [
    ...(p95 >= MAX_SAVE_MS ? [`saves take ${p95.toFixed(0)} ms (p95)`] : []),
    ...(missing.length > 0 ? [`${missing.length} acknowledged saves are missing`] : []),
    ...(unsubmitted > 0 ? [`${unsubmitted} tests were not submitted`] : []),
    ...refused,
    ...broken,
    ...findKept(before, after).map((name) => `${name} did not return`),
  ];
}

function quantileOf({ replies }: Calls, part: number): number | null {
  return replies.length > 0
    ? quantile(
        replies.map(({ tookMs }) => tookMs),
        part,
      )
    : null;
}

function rowOf(kind: string, calls: Calls): string[] {
  const shown = [0.5, 0.95, 0.99].map((part) => quantileOf(calls, part)?.toFixed(0) ?? '–');
  return [kind, String(calls.replies.length), ...shown, listEndings(calls.refused) || '0'];
}

const listEndings = (seen: Record<string, number>): string =>
  Object.entries(seen)
    .toSorted(([, one], [, other]) => other - one)
    .map(([how, count]) => `${how}: ${count}`)
    .join(', ');

const row = (name: string, numbers: readonly (number | null)[]): string[] => [
  name,
  ...numbers.map((number) => (number === null ? '–' : number.toFixed(0))),
];

function rowsOfHeld(before: Held, { max }: Watch, after: Held): string[][] {
  const leftovers = (['mounts', 'controlGroups', 'processes', 'boxUsers', 'files'] as const).map(
    (name) => row(`${name} of the runner`, [before.leftovers[name], null, after.leftovers[name]]),
  );
  return [
    row('server, MB', [before.serverMb, max.serverMb, after.serverMb]),
    row('runner, MB', [before.runnerMb, max.runnerMb, after.runnerMb]),
    row('descriptors of the server', [before.descriptors, max.descriptors, after.descriptors]),
    row('connections to the database', [
      before.databaseConnections,
      null,
      after.databaseConnections,
    ]),
    ...leftovers,
  ];
}
