import { describe, expect, test } from 'vitest';
import { readPrograms } from '../../differential/program.ts';
import { HANG_MS } from '../../testing/patience.ts';
import { traceOf } from '../../testing/trace-of.ts';
import { startTracing } from './tracing.setup.ts';

const { runner, cannotTrace } = await startTracing();
const programs = [...readPrograms('c'), ...readPrograms('cpp')];

/** Programs whose output depends on how they were compiled, or on how output is written. */
const DIFFERENT = [
  'floating point',
  'bad allocation',
  'exit without flush',
  // A program that cannot be started.
  'a size too large',
];
const chosen = programs.filter(({ name }) => !DIFFERENT.includes(name));

describe.skipIf(cannotTrace)('the trace of a sample', { timeout: 4 * HANG_MS }, () => {
  test.for(chosen)('in $language, $name, ends and prints as its run', async (program) => {
    const plain = await runner.run(program);
    if (plain.verdict === 'compile_error') return;
    const traced = await traceOf(runner, program);
    const { end, code } = traced.end;
    expect(['exit', 'signal', 'exception', 'steps']).toContain(end);
    const isCut = end === 'steps';
    const wanted = isCut ? plain.stdout.slice(0, traced.stdout.length) : plain.stdout;
    expect(traced.stdout).toBe(wanted);
    expect(plain.stderr.startsWith(traced.stderr)).toBe(true);
    const status = end === 'exit' ? plain.exitCode : plain.exitSignal;
    expect(code).toBe(isCut ? undefined : status);
  });
});
