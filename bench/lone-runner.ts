import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestRunner, spawnRunner } from '../runner/testing/start-runner.ts';

/** A runner without a server, in a temporary folder that is deleted when it stops. */
export async function startLoneRunner(): Promise<TestRunner> {
  const runner = await spawnRunner(await mkdtemp(join(tmpdir(), 'vlabs-runner-')));
  if (runner.refused === null) return runner;
  await runner.stop();
  throw new Error(`The runner runs no programs: ${runner.refused}.`);
}
