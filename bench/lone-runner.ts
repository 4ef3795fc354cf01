import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestRunner, spawnRunner } from '../runner/testing/start-runner.ts';

/** A runner without a server, in a folder of its own that goes when it is stopped. */
export async function startLoneRunner(): Promise<TestRunner> {
  const runner = await spawnRunner(await mkdtemp(join(tmpdir(), 'vlabs-runner-')));
  if (runner.refused === null) return runner;
  await runner.stop();
  throw new Error(`The runner serves nobody: ${runner.refused}.`);
}
