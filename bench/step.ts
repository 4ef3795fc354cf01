import { gunzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { languageOf } from '@vlabs/contract/runs/languages';
import { Run } from '@vlabs/contract/runs/runs';
import { readTrace } from '@vlabs/contract/runs/trace/read-trace';
import { replay } from '@vlabs/contract/runs/trace/replay';
import { listSteppedPrograms, STEPPED_LANGUAGES } from '../runner/testing/stepped-programs.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';
import { type Product, startProduct } from './product.ts';

const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Headers are precompiled and tracers checked in the background, on the same cores. */
const SETTLING_MS = 20_000;
const WANTED_MS = { c: 1200, cpp: 1200, java: 600, python: 300 };
const WANTED_LONG_MS = 2000;
const MAX_KB = 20;

/** Loops that reach the limit of steps. */
const ENDLESS = {
  c: 'int main(void) {\n  int total = 0;\n  while (1) {\n    total++;\n  }\n}\n',
  cpp: '#include <iostream>\nint main() {\n  int total = 0;\n  while (true) {\n    total++;\n  }\n}\n',
  java: 'class Main {\n  public static void main(String[] args) {\n    int total = 0;\n    while (true) {\n      total++;\n    }\n  }\n}\n',
  python: 'total = 0\nwhile True:\n    total += 1\n',
};

interface Program {
  language: (typeof STEPPED_LANGUAGES)[number];
  source: string;
  stdin: string;
}

/** Compares a trace, from request to steps that a page can show, with the plain run of the same program. */
export async function benchStep(words: readonly string[]): Promise<void> {
  const rounds = Number(words[0] ?? ROUNDS);
  const product = await startProduct();
  try {
    const programs = listSteppedPrograms();
    for (const program of programs) await trace(product, program);
    await pause(SETTLING_MS);
    const rows: string[][] = [];
    const medians = new Map<string, number[]>();
    for (const program of programs) {
      const measured = await measure(product, program, rounds);
      medians.set(program.language, [...(medians.get(program.language) ?? []), measured.ms]);
      rows.push([`${languageOf(program.language).name} ${program.name}`, ...measured.cells]);
    }
    console.log(`${rounds} rounds; milliseconds, each beside the plain run of the same program`);
    printTable(
      ['program', 'steps', 'run p50', 'trace p50', 'trace to run', `KB packed (≤ ${MAX_KB})`],
      rows,
    );
    const summary: string[][] = [];
    for (const language of STEPPED_LANGUAGES) {
      const long = { language, source: ENDLESS[language], stdin: '' };
      const { ms } = await measure(product, long, Math.min(rounds, 3), { plain: false });
      const median = quantile(medians.get(language) ?? [], 0.5);
      summary.push([
        languageOf(language).name,
        median.toFixed(0),
        `≤ ${WANTED_MS[language]}`,
        ms.toFixed(0),
        `≤ ${WANTED_LONG_MS}`,
      ]);
    }
    printTable(['language', 'median of six', 'wanted', '2,000 steps', 'wanted'], summary);
  } finally {
    await product.stop();
  }
}

async function measure(
  product: Product,
  program: Program,
  rounds: number,
  { plain = true } = {},
): Promise<{ ms: number; cells: string[] }> {
  const times: { run: number[]; trace: number[] } = { run: [], trace: [] };
  let last = { steps: 0, kb: 0 };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    // Neither side finds a program that it compiled before.
    const [comment = ''] = languageOf(program.language).syntax.lineComments;
    const fresh = (): Program => ({
      ...program,
      source: `${program.source}${comment} ${process.hrtime.bigint()}\n`,
    });
    const runMs = plain ? await timeOf(() => send(product, fresh(), false)) : 0;
    const traceMs = await timeOf(async () => {
      last = await trace(product, fresh());
    });
    if (round < 0) continue;
    times.run.push(runMs);
    times.trace.push(traceMs);
  }
  const [run, traced] = [quantile(times.run, 0.5), quantile(times.trace, 0.5)];
  return {
    ms: traced,
    cells: [
      String(last.steps),
      run.toFixed(0),
      traced.toFixed(0),
      `${(traced / run).toFixed(1)} ×`,
      last.kb.toFixed(1),
    ],
  };
}

async function trace(product: Product, program: Program) {
  const { trace: packed } = await send(product, program, true);
  const bytes = Buffer.from(packed ?? '', 'base64');
  const read = bytes.length > 0 ? readTrace(gunzipSync(bytes).toString('utf8')) : null;
  if (!read) throw new Error(`There is no trace of ${program.source}`);
  return { steps: replay(read).snapshots.length, kb: bytes.length / 1024 };
}

async function send(product: Product, program: Program, isTrace: boolean): Promise<Run> {
  const reply = await fetch(`${product.url}/judge0/submissions?wait=true&fields=status,trace`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': product.serviceToken },
    body: JSON.stringify({
      source_code: program.source,
      language_id: languageOf(program.language).id,
      stdin: program.stdin,
      trace: isTrace,
    }),
  });
  return Run.parse(await reply.json());
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
