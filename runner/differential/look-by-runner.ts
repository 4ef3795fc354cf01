import { ordinaryLimits, type TestRunner } from '../testing/start-runner.ts';
import { type Seen, withoutChance } from './plain-reference.ts';
import type { DifferentialProgram } from './program.ts';

const limits = { ...ordinaryLimits, wallTimeMs: 80_000, cpuTimeMs: 60_000 };

/** The runner's result for a program, in the same form as the plain command's. */
export async function lookByRunner(
  runner: TestRunner,
  program: DifferentialProgram,
): Promise<Seen> {
  const { verdict, compileOutput, stdout, stderr, exitCode, exitSignal } = await runner.run({
    ...program,
    limits,
  });
  return {
    compileOutput: withoutChance(compileOutput),
    isCompiled: verdict !== 'compile_error',
    stdout,
    stderr,
    exitCode,
    exitSignal,
  };
}
