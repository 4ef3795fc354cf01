import { LANGUAGE_CPP, LANGUAGE_PYTHON } from '@vlabs/contract/runs/languages';
import { setTimeout as pause } from 'node:timers/promises';
import { Run } from '@vlabs/contract/runs/runs';
import { Bare } from './bare.ts';
import { describeControlGroups } from './control-groups.ts';
import { type BenchProgram, everySourceNew, otherInput } from './exec-programs.ts';
import { type Product, startProduct } from './product.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';

const ROUNDS = 15;
/** Warm-up rounds that are not counted, so that file caches are warm on both sides. */
const WARM_UP_ROUNDS = 2;
const SETTLING_MS = 8000;
const CLIENTS = 16;
const CORES = 2;
const RUNS_AT_ONCE = 96;
const MAX_MORE_MS = 8;
/** For C++ `<iostream>` and Python: the required throughput relative to the bare cores, and that of go-judge. */
const AT_ONCE: Record<number, { target: number; goJudge: string }> = {
  [LANGUAGE_CPP]: { target: 1.3, goJudge: '0.97 ×' },
  [LANGUAGE_PYTHON]: { target: 0.75, goJudge: '0.65 ×' },
};

type Ran = Pick<BenchProgram, 'languageId' | 'source'>;

/** Compares Execute over HTTP, from request to result, with the same compilers run directly. */
export async function benchExec(words: readonly string[]): Promise<void> {
  const rounds = Number(words[0] ?? ROUNDS);
  const product = await startProduct();
  const ids = [...everySourceNew, ...otherInput].map(({ languageId }) => languageId);
  const bare = await Bare.prepare(product, ids);
  try {
    // Warm compilers and the first header are made in the background, on the same cores.
    for (const program of everySourceNew) await execute(product, program);
    await pause(SETTLING_MS);
    const rows: string[][] = [];
    for (const program of everySourceNew) rows.push(await compare(product, bare, program, rounds));
    for (const program of otherInput) rows.push(await compareAgain(product, bare, program, rounds));
    for (const program of everySourceNew) {
      const wanted = AT_ONCE[program.languageId];
      if (!wanted || !/<iostream>|Python/.test(program.name)) continue;
      rows.push(await compareAtOnce(product, bare, program, wanted));
    }
    const { what, notMeasured } = describeControlGroups();
    console.log(
      `Execute, ${rounds} rounds, ${what}; milliseconds, each against the same command called bare`,
    );
    console.log(notMeasured);
    printTable(
      ['program', 'bare p50', 'ours p50', 'ours p95', 'ours to bare', 'wanted', 'go-judge'],
      rows,
    );
  } finally {
    await product.stop();
    await bare.remove();
  }
}

const fixed = (ms: number): string => ms.toFixed(1);

/** Alternates both sides, so that other work of the machine affects both equally. */
async function sequentially(
  rounds: number,
  bareTurn: (round: number) => Promise<void>,
  oursTurn: (round: number) => Promise<void>,
): Promise<{ bare: number[]; ours: number[] }> {
  const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const bareMs = await timeOf(() => bareTurn(round));
    const oursMs = await timeOf(() => oursTurn(round));
    if (round < 0) continue;
    times.bare.push(bareMs);
    times.ours.push(oursMs);
  }
  return times;
}

async function compare(
  product: Product,
  bare: Bare,
  program: BenchProgram,
  rounds: number,
): Promise<string[]> {
  const times = await sequentially(
    rounds,
    () => bare.compileAndRun(program, makeDifferent(program)),
    () => execute(product, { ...program, source: makeDifferent(program) }),
  );
  const [bareMedian, oursMedian] = [quantile(times.bare, 0.5), quantile(times.ours, 0.5)];
  return [
    program.name,
    fixed(bareMedian),
    fixed(oursMedian),
    fixed(quantile(times.ours, 0.95)),
    `${(oursMedian / bareMedian).toFixed(2)} ×`,
    `≤ ${program.target} ×`,
    program.goJudge,
  ];
}

/** The program was compiled before, so the difference to the bare program is the product's overhead. */
async function compareAgain(
  product: Product,
  bare: Bare,
  program: (typeof otherInput)[number],
  rounds: number,
): Promise<string[]> {
  const folder = await bare.compile(program, program.source);
  const times = await sequentially(
    rounds,
    (round) => bare.run(program, folder, `${round}\n`),
    (round) => execute(product, program, `${round}\n`),
  );
  const [bareMedian, oursMedian] = [quantile(times.bare, 0.5), quantile(times.ours, 0.5)];
  return [
    `${program.name}, the same again with other input`,
    fixed(bareMedian),
    fixed(oursMedian),
    fixed(quantile(times.ours, 0.95)),
    `+ ${fixed(oursMedian - bareMedian)} ms`,
    `≤ + ${MAX_MORE_MS} ms`,
    '–',
  ];
}

/**
 * The throughput of many clients against two bare commands at a time. The ratio of p95 to p50 shows whether some
 * wait longer.
 */
async function compareAtOnce(
  product: Product,
  bare: Bare,
  program: BenchProgram,
  { target, goJudge }: { target: number; goJudge: string },
): Promise<string[]> {
  const bareRun = () => bare.compileAndRun(program, makeDifferent(program));
  const ourRun = () => execute(product, { ...program, source: makeDifferent(program) });
  const bareTimes = await timeMany(bareRun, CORES, RUNS_AT_ONCE);
  const ourTimes = await timeMany(ourRun, CLIENTS, RUNS_AT_ONCE);
  const p50 = quantile(ourTimes.each, 0.5);
  const p95 = quantile(ourTimes.each, 0.95);
  return [
    `${program.name}, ${CLIENTS} clients (p95 is ${(p95 / p50).toFixed(2)} × p50, wanted ≤ 1.5 ×)`,
    fixed(quantile(bareTimes.each, 0.5)),
    fixed(p50),
    fixed(p95),
    `${(bareTimes.allMs / ourTimes.allMs).toFixed(2)} × as many`,
    `≥ ${target} ×`,
    goJudge,
  ];
}

async function timeMany(work: () => Promise<void>, atOnce: number, count: number) {
  const each: number[] = [];
  const client = async (): Promise<void> => {
    while (count-- > 0) each.push(await timeOf(work));
  };
  const allMs = await timeOf(async () => {
    await Promise.all(Array.from({ length: atOnce }, client));
  });
  return { each, allMs };
}

function makeDifferent({ source, comment }: BenchProgram): string {
  return `${source}${comment} ${process.hrtime.bigint()}\n`;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const ACCEPTED = 3;

async function execute(product: Product, program: Ran, stdin = ''): Promise<void> {
  const reply = await fetch(`${product.url}/judge0/submissions?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': product.serviceToken },
    body: JSON.stringify({ source_code: program.source, language_id: program.languageId, stdin }),
  });
  const text = await reply.text();
  const run = Run.parse(JSON.parse(text));
  if (run.status?.id !== ACCEPTED) throw new Error(`The run returned ${text}.`);
}
