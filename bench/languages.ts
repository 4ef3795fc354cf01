import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { languageOf } from '@vlabs/contract/runs/languages';
import { Run } from '@vlabs/contract/runs/runs';
import { type DifferentialProgram, readPrograms } from '../runner/differential/program.ts';
import { noSharedFolder } from '../runner/languages/share-files.ts';
import { findRecipes } from '../runner/languages/toolchains.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';
import { Bare } from './bare.ts';
import { type Product, startProduct } from './product.ts';

const ROUNDS = 15;
const WARM_UP_ROUNDS = 2;
/** Tracers are checked in the background, on the same cores. */
const SETTLING_MS = 15_000;
const MAX_MORE_MS = 8;
const MAX_RATIO = 1.15;
const ACCEPTED = 3;
const COMMAND = join(import.meta.dirname, '../tools/commands/languages.ts');

/** Compares a first program of each installed optional language with its bare tools. */
export async function benchLanguages(words: readonly string[]): Promise<void> {
  const rounds = Number(words[0] ?? ROUNDS);
  const recipes = await findRecipes(noSharedFolder);
  const programs = recipes.flatMap((recipe) => {
    const { language } = recipe;
    const { id: languageId, optional, syntax } = languageOf(language);
    const [program] = readPrograms(language);
    if (!optional || !program) return [];
    const [comment = ''] = syntax.lineComments;
    return [{ ...program, languageId, comment, file: recipe.sourceFile('') }];
  });
  const product = await startProduct();
  try {
    for (const { language } of programs) await turnOn(product, language);
    const bare = await Bare.prepare(
      product,
      programs.map(({ languageId }) => languageId),
    );
    await pause(SETTLING_MS);
    const rows: string[][] = [];
    for (const program of programs) rows.push(await compare({ product, bare }, program, rounds));
    console.log(`hello, ${rounds} rounds; milliseconds, each against the same tools called bare`);
    printTable(['language', 'bare p50', 'ours p50', 'ours to bare', 'wanted'], rows);
    await bare.remove();
  } finally {
    await product.stop();
  }
}

interface Measured extends DifferentialProgram {
  languageId: number;
  file: string;
  comment: string;
}

/** Alternates both sides, so that other work of the machine affects both equally. */
async function compare(
  { product, bare }: { product: Product; bare: Bare },
  program: Measured,
  rounds: number,
): Promise<string[]> {
  // The first program puts the tools of its language where the bare commands find them.
  await execute(product, program.languageId, program.source);
  const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const source = `${program.source}${program.comment} ${process.hrtime.bigint()}\n`;
    const bareMs = await timeOf(() => bare.compileAndRun(program, source));
    const oursMs = await timeOf(() => execute(product, program.languageId, source));
    if (round < 0) continue;
    times.bare.push(bareMs);
    times.ours.push(oursMs);
  }
  const [plain, ours] = [quantile(times.bare, 0.5), quantile(times.ours, 0.5)];
  const limit = Math.max(plain + MAX_MORE_MS, plain * MAX_RATIO);
  return [
    languageOf(program.language).name,
    plain.toFixed(1),
    ours.toFixed(1),
    `${(ours / plain).toFixed(2)} ×`,
    `≤ ${limit.toFixed(1)}`,
  ];
}

async function turnOn({ dataFolder }: Product, language: string): Promise<void> {
  const env = { ...process.env, VLABS_DATA: dataFolder, VLABS_DEMO: 'off' };
  await promisify(execFile)(process.execPath, [COMMAND, 'add', language], { env });
}

async function execute(product: Product, languageId: number, source: string): Promise<void> {
  const reply = await fetch(`${product.url}/judge0/submissions?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': product.serviceToken },
    body: JSON.stringify({ source_code: source, language_id: languageId }),
  });
  const text = await reply.text();
  const run = Run.parse(JSON.parse(text));
  if (run.status?.id !== ACCEPTED) throw new Error(`The run returned ${text}.`);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
