import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';
import { lookByRunner } from './look-by-runner.ts';
import { findPlainRecipes, lookPlainly } from './plain-reference.ts';
import { readPrograms } from './program.ts';

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const recipes = await findPlainRecipes(runner);
/** Installed on every machine that runs the tests. */
const languages = [
  'c',
  'cpp',
  'java',
  'python',
  'javascript',
  'typescript',
  'bash',
  'assembly',
  'lua',
] as const;

// The drill in this folder compares all programs, in every state of the caches.
describe.skipIf(cannotConfine)('the runner shows what the plain command shows', () => {
  test.for(languages)('of a program in %s', async (language) => {
    const recipe = recipes.find((one) => one.language === language);
    const [program] = readPrograms(language);
    if (!recipe || !program) throw new Error(`There is no compiler or program for ${language}.`);
    expect(await lookByRunner(runner, program)).toEqual(await lookPlainly(recipe, program));
  });
});
