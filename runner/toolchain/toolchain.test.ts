import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Compilation, Recipe } from '../languages/recipe.ts';
import {
  type Box,
  type ProgramEnding,
  type ProgramRun,
  type Sandbox,
  StarvedError,
} from '../sandbox/sandbox.ts';
import { COMPILE_TOO_SLOW } from './compile-in-box.ts';
import { COMPILE_WALL_MS, type CompileTime } from './compile-time.ts';
import { Toolchain } from './toolchain.ts';
import { sandboxOf } from '../testing/fake-sandbox.ts';
import type { WarmAnswer } from './warm-javac-protocol.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const uses = { hits: 0, misses: 0 };
const signal = new AbortController().signal;
const ended = {
  exitCode: 0,
  exitSignal: null,
  cpuTimeMs: 0,
  wallTimeMs: 0,
  memoryKb: 0,
  leftRunning: false,
  starvedMs: 0,
};

/** A compiler that takes this long and prints a warning. It ends as the sandbox would end it. */
function slowSandbox(takesMs: number, starvedMs = 0) {
  const runs: ProgramRun[] = [];
  const box: Box = {
    put: () => undefined,
    run: async (program): Promise<ProgramEnding> => {
      runs.push(program);
      program.onOutput('stdout', Buffer.from('warning'));
      const isLate = takesMs > program.wallTimeMs;
      await vi.advanceTimersByTimeAsync(Math.min(takesMs, program.wallTimeMs));
      return { ...ended, starvedMs, stopped: isLate ? 'wall_time' : null };
    },
    collect: async () => [],
    close: async () => undefined,
  };
  const sandbox = sandboxOf(box);
  return { sandbox, runs };
}

const compilation: Compilation = {
  words: (file, options) => ['compiler', ...options, file],
  quickOptions: [],
  resultSuffix: '',
  resultMode: 0o755,
  identity: 'test',
};

function sourceIn(language: 'cpp' | 'java', text: string) {
  const recipe: Recipe = {
    language,
    name: language,
    sourceFile: () => 'Main',
    compile: compilation,
    runWords: () => [],
    memoryOverheadKb: 0,
  };
  const file = { name: 'Main', mode: 0o644, bytes: Buffer.from(text) };
  return { file, others: [], recipe, compilation, options: [] };
}

function toolchainOf(
  sandbox: Sandbox,
  { header = null, warm }: { header?: string | null; warm?: ReturnType<typeof silentFor> },
) {
  return new Toolchain({
    sandbox,
    cache: { uses, get: () => null, put: () => undefined },
    headers: { uses, find: () => header },
    warmJavac: warm ? { compile: warm, close: () => undefined } : null,
  });
}

/** A warm compiler that returns nothing, and times out or ends after this long. */
const silentFor =
  (milliseconds: number) =>
  async (_file: unknown, time: CompileTime): Promise<WarmAnswer | null> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    time.spend(milliseconds);
    return null;
  };

test('a compilation that the machine starved fails as a fault of ours and is not cached', async () => {
  const put = vi.fn<() => void>();
  const box = {
    put: () => undefined,
    run: async (): Promise<ProgramEnding> => ({ ...ended, stopped: 'starved' }),
    collect: async () => [],
    close: async () => undefined,
  };
  const toolchain = new Toolchain({
    sandbox: sandboxOf(box),
    cache: { uses, get: () => null, put },
    headers: { uses, find: () => null },
    warmJavac: null,
  });
  const source = sourceIn('cpp', 'int main(){}');
  await expect(toolchain.compile(source, signal)).rejects.toThrow(StarvedError);
  expect(put).not.toHaveBeenCalled();
});

test('time in which the machine kept a compiler waiting is left to the next one', async () => {
  const { sandbox, runs } = slowSandbox(15_000, 12_000);
  const toolchain = toolchainOf(sandbox, { header: '/headers/block.h' });
  const source = sourceIn('cpp', '#include <vector>\nint main(){}');
  await toolchain.compile(source, signal);
  expect(runs.map(({ wallTimeMs }) => wallTimeMs)).toEqual([COMPILE_WALL_MS, 17_000]);
});

test('a second compiler gets the time that the first left', async () => {
  const { sandbox, runs } = slowSandbox(15_000);
  const toolchain = toolchainOf(sandbox, { header: '/headers/block.h' });
  const source = sourceIn('cpp', '#include <vector>\nint main(){}');
  const { failure } = await toolchain.compile(source, signal);
  expect(runs.map(({ wallTimeMs }) => wallTimeMs)).toEqual([COMPILE_WALL_MS, 5000]);
  expect(failure).toBe(COMPILE_TOO_SLOW);
});

test('the plain compiler gets the time that the warm one left', async () => {
  const { sandbox, runs } = slowSandbox(1000);
  const { failure } = await toolchainOf(sandbox, { warm: silentFor(12_000) }).compile(
    sourceIn('java', ''),
    signal,
  );
  expect(runs.map(({ wallTimeMs }) => wallTimeMs)).toEqual([8000]);
  expect(failure).toBeNull();
});

test('if a warm compiler uses up the time, no other is tried', async () => {
  const { sandbox, runs } = slowSandbox(1000);
  const warm = silentFor(COMPILE_WALL_MS);
  const { failure, files, output } = await toolchainOf(sandbox, { warm }).compile(
    sourceIn('java', ''),
    signal,
  );
  expect(runs).toEqual([]);
  expect({ failure, files, output: output.toString() }).toEqual({
    failure: COMPILE_TOO_SLOW,
    files: null,
    output: COMPILE_TOO_SLOW,
  });
});
