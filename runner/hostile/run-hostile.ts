import type { Language } from '@vlabs/contract/runs/languages';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect } from 'vitest';
import type { TestRunner } from '../testing/start-runner.ts';
import type { HostileProgram } from './hostile-programs.ts';

const LANGUAGES: Record<string, Language> = {
  '.c': 'c',
  '.cpp': 'cpp',
  '.java': 'java',
  '.py': 'python',
};

/** What must become of a hostile program, and of the ordinary one that is run after it. */
export const wantedOf = ({
  verdict,
  message,
  stdout,
  exitCode,
  exitSignal,
  compileOutput,
}: HostileProgram) => ({
  outcome: {
    verdict,
    ...(message === undefined ? {} : { message }),
    ...(stdout === undefined ? {} : { stdout }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(exitSignal === undefined ? {} : { exitSignal: expect.toBeOneOf([exitSignal].flat()) }),
    compileOutput: expect.stringMatching(compileOutput ?? /^/),
  },
  next: { verdict: 'accepted', stdout: 'well\n' },
  status: { running: 0, waiting: 0 },
});

/** Runs a hostile program, then an ordinary one, and looks at what still runs. */
export async function runHostile(runner: TestRunner, program: HostileProgram) {
  const order = orderOf(program);
  const other = program.inPairs && runner.run({ ...order, stdin: 'speak' });
  const outcome = await runner.run(program.inPairs ? { ...order, stdin: 'listen' } : order);
  await other;
  const next = await runner.run({ language: 'python', source: 'print("well")' });
  return { outcome, next, status: await runner.statusAtRest() };
}

function orderOf({ file, limits, compilerOptions, expected }: HostileProgram) {
  const language = LANGUAGES[extname(file)];
  if (!language) throw new Error(`No language has the ending of ${file}.`);
  return {
    language,
    source: readFileSync(join(import.meta.dirname, file)),
    ...(limits ? { limits } : {}),
    ...(compilerOptions ? { order: { compilerOptions } } : {}),
    ...(expected === undefined ? {} : { expected }),
  };
}
