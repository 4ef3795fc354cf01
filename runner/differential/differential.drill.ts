import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunnerStatus } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Recipe } from '../languages/recipe.ts';
import { HANG_MS } from '../testing/patience.ts';
import { explainSkip, startRunner, type TestRunner } from '../testing/start-runner.ts';
import { leadingIncludes } from '../toolchain/leading-includes.ts';
import { generatePrograms } from './generated-programs.ts';
import { edgeCasePrograms } from './edge-case-programs.ts';
import { lookByRunner } from './look-by-runner.ts';
import { findPlainRecipes, lookPlainly, type Seen } from './plain-reference.ts';
import { type DifferentialProgram, readPrograms } from './program.ts';

const SEED = 20_261_121;
/** In Java, the runner starts the class that has a main method, whatever its name and package. */
const STARTED_BY_US = new Set([
  'a package',
  'a package below a comment',
  'no class Main',
  'the main method is elsewhere',
]);

const first = await startRunner();
const cannotConfine = explainSkip(first);
const recipes = new Map((await findPlainRecipes(first)).map((recipe) => [recipe.language, recipe]));
const programs = [
  ...[...recipes.keys()].flatMap(readPrograms).filter(({ name }) => !STARTED_BY_US.has(name)),
  ...edgeCasePrograms,
  ...generatePrograms(SEED),
];
/** Headers that do not exist or cause a warning, and a program that must be linked plainly. */
const WITHOUT_HEADER = new Set([
  'a misspelt header',
  'the second header is misspelt',
  'an old header, of which the compiler warns',
  'tmpnam, of which the linker warns',
]);

function recipeOf({ language }: DifferentialProgram): Recipe {
  const recipe = recipes.get(language);
  if (!recipe) throw new Error(`There is no compiler for ${language}.`);
  return recipe;
}

/** One per core at a time, in the order of the table. */
async function lookAtAll(look: (program: DifferentialProgram) => Promise<Seen>) {
  const seen = new Map<DifferentialProgram, Seen>();
  const waiting = [...programs];
  const takeNext = async (): Promise<void> => {
    for (let program = waiting.shift(); program; program = waiting.shift())
      seen.set(program, await look(program));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeNext));
  return seen;
}

const blocks = new Set(
  programs
    .filter(({ language, name }) => language === 'cpp' && !WITHOUT_HEADER.has(name))
    .map(({ source }) => leadingIncludes(source)?.block)
    .filter((block) => block !== undefined),
);

async function waitForHeaders({ folder }: TestRunner): Promise<void> {
  const headers = join(folder, 'shared', 'headers');
  await vi.waitFor(
    async () => {
      const made = await readdir(headers);
      const whole = made.filter(
        (name) => existsSync(join(headers, name, 'block.h.gch')) && !name.includes('.'),
      );
      expect(whole).toHaveLength(blocks.size);
    },
    // One after the other, because each takes some seconds of a busy machine.
    { timeout: 5 * HANG_MS, interval: 200 },
  );
}

describe.skipIf(cannotConfine)('the runner shows what the plain command shows', () => {
  const ways: [string, Map<DifferentialProgram, Seen>][] = [];
  let plain = new Map<DifferentialProgram, Seen>();
  let caches: RunnerStatus['caches'];

  beforeAll(async () => {
    plain = await lookAtAll((program) => lookPlainly(recipeOf(program), program));
    ways.push(['never seen before', await lookAtAll((program) => lookByRunner(first, program))]);
    ways.push(['seen before', await lookAtAll((program) => lookByRunner(first, program))]);
    await waitForHeaders(first);
    first.child.stdin?.end();
    // The next runner on the same folder has the headers and warm compilers, but no compiled programs.
    const next = await startRunner({
      VLABS_RUNNER_DATA: first.folder,
      VLABS_RUNNER_COMPILE_CACHE_MB: '0',
    });
    ways.push([
      'with its header and a warm compiler',
      await lookAtAll((program) => lookByRunner(next, program)),
    ]);
    caches = (await next.status()).caches ?? [];

    await next.stop();
    // About 1,600 runs and each compiler by hand, on a machine that may be busy.
  }, 30 * HANG_MS);
  afterAll(() => first.stop());

  test('each precompiled header was really used', () => {
    const headers = caches?.find(({ name }) => name === 'precompiled_headers');
    expect(headers?.hits).toBeGreaterThanOrEqual(blocks.size);
    expect(headers?.misses).toBeLessThanOrEqual(WITHOUT_HEADER.size);
  });

  test.for(programs)('$language, $name', (program) => {
    for (const [way, seen] of ways)
      expect({ way, ...seen.get(program) }).toEqual({ way, ...plain.get(program) });
  });
});
