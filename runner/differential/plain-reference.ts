import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Recipe } from '../languages/recipe.ts';
import { SharedFolder } from '../languages/share-files.ts';
import { findRecipes } from '../languages/toolchains.ts';
import { programEnvironment } from '../program-environment.ts';
import type { DifferentialProgram } from './program.ts';

/** The result of a program: everything that a student can see, without what varies between runs. */
const Seen = z.object({
  compileOutput: z.string(),
  isCompiled: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number().nullable(),
  exitSignal: z.number().nullable(),
});
export type Seen = z.infer<typeof Seen>;

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Results are cached between tests, under a key of everything that they depend on. */
const KEPT = join(tmpdir(), `vlabs-differential-${userInfo().uid}`);
/** The compilers give random names to their temporary files. */
const BY_LOT = /\/tmp\/cc\w{6}\b/g;

export const withoutChance = (text: string): string => text.replaceAll(BY_LOT, '/tmp/ccXXXXXX');

/** Recipes whose tools are where a person finds them, and not in a box. */
export async function findPlainRecipes({ folder }: { folder: string }) {
  const shared = join(folder, 'shared');
  const recipes = await findRecipes(new SharedFolder(shared, shared));
  for (const recipe of recipes) await recipe.shareFiles?.();
  return recipes;
}

/** The commands that a person would type: `javac X.java`, then `java X`. */
function plainRunWords(recipe: Recipe, file: string): string[] {
  if (recipe.language === 'java') return ['/usr/bin/java', file.slice(0, -'.java'.length)];
  return recipe
    .runWords({ sourceFile: file }, { memoryKb: 0, stackKb: 0 })
    .map((word) => word.replace(/^\/box\//, './'));
}

function compile(words: string[], folder: string) {
  // One stream for both, as in the runner.
  const line = ['-c', 'exec "$@" 2>&1', 'sh', ...words];
  const options = { cwd: folder, env: programEnvironment, timeout: TIMEOUT_MS };
  return new Promise<{ isCompiled: boolean; output: string }>((resolve) => {
    execFile('/bin/sh', line, { ...options, maxBuffer: MAX_BYTES }, (error, output) =>
      resolve({ isCompiled: error === null, output }),
    );
  });
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function execute([program = '', ...words]: string[], folder: string, stdin: string) {
  const child = spawn(program, words, {
    cwd: folder,
    env: programEnvironment,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
  // A program may end before it has read its input.
  child.stdin.on('error', () => {}).end(stdin);
  const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  const [exitCode, signal] = await ended;
  return { stdout, stderr, exitCode, exitSignal: signal && constants.signals[signal] };
}

async function compileAll(
  { compile: compilation }: Recipe,
  file: string,
  { folder, source }: { folder: string; source: string },
) {
  if (!compilation) return { isCompiled: true, output: '' };
  let output = '';
  for (const words of [compilation.words(file, []), ...(compilation.laterSteps?.(source) ?? [])]) {
    const step = await compile(words, folder);
    output += step.output;
    if (!step.isCompiled) return { isCompiled: false, output };
  }
  return { isCompiled: true, output };
}

async function look(recipe: Recipe, program: DifferentialProgram): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-plain-'));
  try {
    const file = recipe.sourceFile(program.source);
    await writeFile(join(folder, file), program.source);
    const compiled = await compileAll(recipe, file, { folder, source: program.source });
    const execution = compiled.isCompiled
      ? await execute(plainRunWords(recipe, file), folder, program.stdin)
      : { stdout: '', stderr: '', exitCode: null, exitSignal: null };
    // The path is the only difference between a person's folder and the box.
    const inBox = (text: string): string => text.replaceAll(folder, '/box');
    return {
      ...execution,
      stdout: inBox(execution.stdout),
      stderr: inBox(execution.stderr),
      isCompiled: compiled.isCompiled,
      compileOutput: withoutChance(compiled.output),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The result of the plain compiler and program, run by hand without a runner. */
export async function lookPlainly(recipe: Recipe, program: DifferentialProgram): Promise<Seen> {
  const key = createHash('sha256')
    .update(await readFile(import.meta.filename))
    .update(JSON.stringify([recipe.name, recipe.compile?.identity, program]))
    .update(
      JSON.stringify(
        (
          recipe.compile?.words('x', []) ??
          recipe.runWords({ sourceFile: 'x' }, { memoryKb: 0, stackKb: 0 })
        ).map((word) => basename(word)),
      ),
    )
    .digest('hex');
  const path = join(KEPT, `${key}.json`);
  try {
    return Seen.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Not cached, or not readable: run it now.
  }
  const seen = await look(recipe, program);
  await mkdir(KEPT, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.${process.pid}`, JSON.stringify(seen));
  await rename(`${path}.${process.pid}`, path);
  return seen;
}
