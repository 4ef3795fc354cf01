import type { Language } from '@vlabs/contract/running/languages';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PATIENCE } from '../testing/patience.ts';
import { explainSkip, startRunner } from '../testing/start-runner.ts';
import { hostilePrograms } from './hostile-programs.ts';

const LANGUAGES: Record<string, Language> = {
  '.c': 'c',
  '.cpp': 'cpp',
  '.java': 'java',
  '.py': 'python',
};
/** Compiling at its worst (20 s), running at its worst (these rows ask for 5 s), and the way there. */
const BOUND_MS = 27_000 * PATIENCE;

// As many as run in pairs.
const runner = await startRunner({ VLABS_RUNNER_SLOTS: '2' });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const languageOf = (file: string): Language => {
  const language = LANGUAGES[extname(file)];
  if (!language) throw new Error(`No language has the ending of ${file}.`);
  return language;
};

test('every hostile program is a row of the table', () => {
  const programs = readdirSync(import.meta.dirname).filter((name) => extname(name) !== '.ts');
  expect(hostilePrograms.map(({ file }) => file).toSorted()).toEqual(programs.toSorted());
});

describe.skipIf(cannotConfine)(
  'a hostile program gets a clear verdict, and the next run is normal',
  () => {
    test.for(hostilePrograms)('$file: $verdict', { timeout: BOUND_MS }, async (program) => {
      const {
        file,
        verdict,
        message,
        stdout,
        exitSignal,
        compileOutput,
        limits,
        compilerOptions,
        expected,
        inPairs,
      } = program;
      const order = {
        language: languageOf(file),
        source: readFileSync(join(import.meta.dirname, file)),
        ...(limits ? { limits } : {}),
        ...(compilerOptions ? { order: { compilerOptions } } : {}),
        ...(expected === undefined ? {} : { expected }),
      };
      const other = inPairs && runner.run({ ...order, stdin: 'speak' });
      const outcome = await runner.run(inPairs ? { ...order, stdin: 'listen' } : order);
      await other;
      expect(outcome).toMatchObject({
        verdict,
        ...(message === undefined ? {} : { message }),
        ...(stdout === undefined ? {} : { stdout }),
        ...(exitSignal === undefined ? {} : { exitSignal }),
        compileOutput: expect.stringMatching(compileOutput ?? /^/),
      });

      const next = await runner.run({ language: 'python', source: 'print("well")' });
      expect(next).toMatchObject({ verdict: 'accepted', stdout: 'well\n' });
      expect(await runner.status()).toMatchObject({ running: 0, waiting: 0 });
    });
  },
);
