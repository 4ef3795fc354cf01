import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  LANGUAGE_C,
  LANGUAGE_CPP,
  LANGUAGE_JAVA,
  LANGUAGE_PYTHON,
  Run,
} from '@vlabs/contract/runs';
import { type Product, startProduct } from './product.ts';
import { printTable, quantile } from './table.ts';

const ROUNDS = 15;
/** Rounds that are run and not counted, so that caches of files are warm on both sides. */
const WARM_UP_ROUNDS = 2;

interface Program {
  name: string;
  languageId: number;
  file: string;
  source: string;
  /** Makes a source that was never seen before, without a change to what the compiler does. */
  comment: string;
  /** The commands that a person would type, without any of our accelerations. */
  commands: readonly (readonly [string, ...string[]])[];
}

const C = ['/usr/bin/gcc', '-std=gnu17', '-O1', 'main.c', '-o', 'a.out', '-lm'] as const;
const CPP = ['/usr/bin/g++', '-std=gnu++17', '-O1', 'main.cpp', '-o', 'a.out'] as const;

const programs: readonly Program[] = [
  {
    name: 'C hello',
    languageId: LANGUAGE_C,
    file: 'main.c',
    source: '#include <stdio.h>\nint main(void) { puts("hello"); }\n',
    comment: '//',
    commands: [C, ['./a.out']],
  },
  {
    name: 'C++ hello, <iostream>',
    languageId: LANGUAGE_CPP,
    file: 'main.cpp',
    source: '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n',
    comment: '//',
    commands: [CPP, ['./a.out']],
  },
  {
    name: 'C++ hello, <bits/stdc++.h>',
    languageId: LANGUAGE_CPP,
    file: 'main.cpp',
    source: '#include <bits/stdc++.h>\nint main() { std::cout << "hello\\n"; }\n',
    comment: '//',
    commands: [CPP, ['./a.out']],
  },
  {
    name: 'Java hello',
    languageId: LANGUAGE_JAVA,
    file: 'Main.java',
    source:
      'public class Main { public static void main(String[] a) { System.out.println("hello"); } }\n',
    comment: '//',
    commands: [
      ['/usr/bin/javac', 'Main.java'],
      ['/usr/bin/java', 'Main'],
    ],
  },
  {
    name: 'Python hello',
    languageId: LANGUAGE_PYTHON,
    file: 'script.py',
    source: 'print("hello")\n',
    comment: '#',
    commands: [['/usr/bin/python3', 'script.py']],
  },
];

/** Execute over HTTP, from the request to the result, against the same compilers called bare. */
export async function benchExec(words: readonly string[]): Promise<void> {
  const rounds = Number(words[0] ?? ROUNDS);
  const product = await startProduct();
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-bare-'));
  try {
    const rows: string[][] = [];
    for (const program of programs) rows.push(await measure(product, folder, program, rounds));
    console.log(`Execute, ${rounds} rounds, every source different; milliseconds`);
    printTable(['program', 'bare p50', 'ours p50', 'ours p95', 'ratio of medians'], rows);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Both sides in turn, so that whatever else the machine does disturbs both alike. */
async function measure(
  product: Product,
  folder: string,
  program: Program,
  rounds: number,
): Promise<string[]> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const bareMs = await timeOf(() => runBare(folder, program, makeDifferent(program)));
    const oursMs = await timeOf(() => execute(product, program, makeDifferent(program)));
    if (round < 0) continue;
    bare.push(bareMs);
    ours.push(oursMs);
  }
  const [bareMedian, oursMedian] = [quantile(bare, 0.5), quantile(ours, 0.5)];
  return [
    program.name,
    bareMedian.toFixed(1),
    oursMedian.toFixed(1),
    quantile(ours, 0.95).toFixed(1),
    `${(oursMedian / bareMedian).toFixed(2)} ×`,
  ];
}

function makeDifferent({ source, comment }: Program): string {
  return `${source}${comment} ${process.hrtime.bigint()}\n`;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function runBare(folder: string, { file, commands }: Program, source: string): Promise<void> {
  await writeFile(join(folder, file), source);
  for (const [program, ...words] of commands) {
    const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} ended with ${code}.`);
  }
}

async function execute(product: Product, program: Program, source: string): Promise<void> {
  const reply = await fetch(`${product.url}/judge0/submissions?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': product.serviceToken },
    body: JSON.stringify({ source_code: source, language_id: program.languageId }),
  });
  const run = Run.parse(await reply.json());
  if (run.stdout !== 'hello\n') throw new Error(`It gave ${JSON.stringify(run)}.`);
}
