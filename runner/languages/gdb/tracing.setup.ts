import { afterAll } from 'vitest';
import { explainSkip, type Program, startRunner } from '../../testing/start-runner.ts';
import { type TestTrace, traceOf } from '../../testing/trace-of.ts';

/** A runner for the tests of a file, which traces programs in C and C++. */
export async function startTracing() {
  const runner = await startRunner();
  afterAll(() => runner.stop());
  const { languages } = await runner.status();
  const isTraced = languages.some(({ language, tracer }) => language === 'cpp' && tracer);
  if (!isTraced) console.warn('Skipped: gdb is not installed.');
  const trace =
    (language: 'c' | 'cpp') =>
    (source: string, more: Partial<Program> = {}): Promise<TestTrace> =>
      traceOf(runner, { language, source, ...more });
  return {
    runner,
    cannotTrace: explainSkip(runner) || !isTraced,
    traceC: trace('c'),
    traceCpp: trace('cpp'),
  };
}

type Snapshot = TestTrace['snapshots'][number];

/** The type and the content of each object at a step. */
export const objectsOf = (snapshot: Snapshot | undefined) =>
  [...(snapshot?.objects.values() ?? [])].map(({ type, parts, isFreed }) => ({
    type,
    content: parts[3],
    isFreed,
  }));

/** The step before the line runs for the first time. */
export const visitOf = ({ snapshots }: TestTrace, line: number): Snapshot | undefined =>
  snapshots.find((one) => one.line === line && one.event === null);
