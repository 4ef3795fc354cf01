import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { PATIENCE } from './patience.ts';
import { type TestRunner, spawnRunner } from './start-runner.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What a runner makes at its first start. Absent in projects that prepare none. */
    preparedRunner: string | undefined;
    /** A shared runner for all files that only run programs. */
    sharedRunner: { url: string; token: string; refusal: string | null } | undefined;
  }
}

const MAX_WAIT_MS = 30_000 * PATIENCE;
const LOOK_AGAIN_MS = 50;

let folder: string;
let shared: TestRunner;

/** Runs once before all tests. Each runner of a test starts with the result. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-prepared-'));
  const runner = await spawnRunner(folder);
  if (runner.refused === null) await Promise.all([hasWarmCompiler(), hasCheckedTracers(runner)]);
  await runner.end();
  project.provide('preparedRunner', folder);

  const copy = await mkdtemp(join(tmpdir(), 'vlabs-shared-runner-'));
  await cp(folder, copy, { recursive: true });
  shared = await spawnRunner(copy);
  const { url, token, refused } = shared;
  project.provide('sharedRunner', { url, token, refusal: refused });
}

export async function teardown(): Promise<void> {
  await shared.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Otherwise each runner of a test would check them. */
async function hasCheckedTracers(runner: TestRunner): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const { languages } = await runner.status();
    const file = await readFile(join(folder, 'checked-tracers.json'), 'utf8').catch(() => '[]');
    const checked: unknown = JSON.parse(file);
    const wanted = languages.filter(({ tracer }) => tracer).length;
    if (Array.isArray(checked) && checked.length >= wanted) return;
    await pause(LOOK_AGAIN_MS);
  }
}

/** Optional: a runner works without it, so nothing fails if it takes too long. */
async function hasWarmCompiler(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const made = await readdir(join(folder, 'shared', 'javac')).catch(() => []);
    if (made.some((name) => !name.includes('.'))) return;
    await pause(LOOK_AGAIN_MS);
  }
}
