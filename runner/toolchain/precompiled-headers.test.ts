import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Compilation } from '../languages/recipe.ts';
import type { Box, ProgramEnding } from '../sandbox/sandbox.ts';
import { sandboxOf } from '../testing/fake-sandbox.ts';
import { PrecompiledHeaders } from './precompiled-headers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-headers-'));
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const ended = {
  exitCode: 0,
  exitSignal: null,
  leftRunning: false,
  starvedMs: 0,
  cpuTimeMs: 0,
  wallTimeMs: 0,
  memoryKb: 0,
};
const onFailure = (error: unknown) => {
  throw error;
};

type Compiling = 'too slow' | 'warns' | 'works';

/** Compiles headers with these outcomes in turn, and the last of them from then on. */
function headersThat(...outcomes: Compiling[]) {
  let compiled = 0;
  const box: Box = {
    put: () => undefined,
    run: async (program): Promise<ProgramEnding> => {
      const outcome = outcomes[Math.min(compiled++, outcomes.length - 1)];
      if (outcome === 'warns') program.onOutput('stderr', Buffer.from('warning'));
      return { ...ended, stopped: outcome === 'too slow' ? 'wall_time' : null };
    },
    collect: async () => [{ name: 'block.h.gch', bytes: Buffer.from('header') }],
    close: async () => undefined,
  };
  const sandbox = sandboxOf(box);
  const headers = new PrecompiledHeaders({
    sandbox,
    folder,
    folderInBox: '/headers',
    maxBytes: 1_000_000,
    onFailure,
  });
  /** Asks for the header until it was tried as often; null if there is none. */
  const find = async (tries: number) => {
    const found = headers.find(compilation, '#include <vector>\n');
    await vi.waitUntil(() => compiled >= tries, { timeout: 30_000 });
    // The outcome is noted after the compiler has ended.
    await new Promise((resolve) => setImmediate(resolve));
    return found;
  };
  return { find, count: () => compiled };
}

const compilation: Compilation = {
  words: (file, options) => ['compiler', ...options, file],
  headerWords: (header, result) => ['compiler', header, result],
  quickOptions: [],
  resultSuffix: '',
  resultMode: 0o755,
  identity: 'test',
};

test('a header that took too long is tried again later, and then serves', async () => {
  const { find, count } = headersThat('too slow', 'too slow', 'too slow', 'too slow', 'works');
  for (let tries = 1; tries <= 4; tries++) {
    expect(await find(tries)).toBeNull();
    expect(await find(tries)).toBeNull();
    expect(count()).toBe(tries);
    vi.setSystemTime(Date.now() + 10 * 60_000);
  }
  expect(await find(5)).toBeNull();
  await vi.waitUntil(async () => (await find(5)) !== null, { timeout: 30_000 });
  expect(count()).toBe(5);
});

test('a header with warnings is not tried again', async () => {
  const { find, count } = headersThat('warns');
  expect(await find(1)).toBeNull();
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
  expect(await find(1)).toBeNull();
  expect(count()).toBe(1);
});
