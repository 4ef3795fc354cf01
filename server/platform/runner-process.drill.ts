import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, inject, test } from 'vitest';
import { makeStudent } from '../testing/acts/make.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { RunnerProcess } from './runner-process.ts';

async function startRunnerProcess() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-runner-process-'));
  const prepared = inject('preparedRunner');
  if (prepared !== undefined) await cp(prepared, join(dataFolder, 'runner'), { recursive: true });
  const runner = new RunnerProcess({ dataFolder, runnerSettings: {} }, pino({ level: 'silent' }));
  afterAll(async () => {
    await runner.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  await runner.announced;
  return { runner, dataFolder };
}

/** Finds the runner's process by its data folder, because other tests have runners too. */
async function pidOfRunner(dataFolder: string): Promise<number> {
  for (const name of (await readdir('/proc')).filter((each) => Number(each) > 0)) {
    const read = (file: string) => readFile(join('/proc', name, file), 'utf8').catch(() => '');
    const isRunner = (await read('cmdline')).includes('runner/main.ts');
    if (isRunner && (await read('environ')).includes(`${dataFolder}/`)) return Number(name);
  }
  throw new Error('No runner of this process was found.');
}

const started: { runner: RunnerProcess | null } = { runner: null };
const addressNow = () => started.runner?.address ?? null;
const server = await makeTestApp({
  runners: () => {
    const address = addressNow();
    return address ? [address] : [];
  },
});
afterAll(() => server.close());
const { headers } = await makeStudent(server.pool);
const { runner, dataFolder } = await startRunnerProcess();
started.runner = runner;
const refusal = runner.reason;

test.skipIf(refusal !== null)(
  'a runner whose loop stands still as soon as it listens is replaced, and runs under way are run by the next',
  async () => {
    const url = '/judge0/submissions?wait=true';
    const outputOf = async (source_code: string) => {
      const payload = { language_id: 71, source_code };
      const reply = await server.app.inject({ method: 'POST', url, headers, payload });
      return reply.json().stdout;
    };
    const before = runner.address?.url;
    process.kill(await pidOfRunner(dataFolder), 'SIGSTOP');
    const underWay = outputOf('print("first")');
    const urlNow = () => runner.address?.url ?? before;
    await expect.poll(urlNow, { interval: 100 }).not.toBe(before);
    expect(await underWay).toBe('first\n');
    expect(await outputOf('print("second")')).toBe('second\n');
  },
);
