import { setTimeout as pause } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { saveSignIns } from './signed-in.ts';
import { startAssistant } from './quizzes/assistant.ts';

const START = join(import.meta.dirname, '../tools/start.mjs');

/** Starts the real product with an empty data folder, as a person would, and stops it at the end. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-browser-tests-'));
  // For tests that run a command of the product next to it.
  process.env['VLABS_TEST_DATA'] = dataFolder;
  const log = await open(join(dataFolder, 'server.log'), 'a');
  const assistant = await startAssistant();
  const product = spawn(process.execPath, [START], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: process.env['VLABS_TEST_PORT'],
      VLABS_DATA: dataFolder,
      VLABS_DEMO: 'on',
      // So few that a journey can fill them.
      VLABS_RUNNER_LIVE_RUNS: '4',
      GEMINI_API_KEY: 'a-key-of-the-tests',
      VLABS_AI_BASE_URL: `${assistant.url}/v1beta`,
    },
    stdio: ['ignore', 'pipe', log.fd, 'ipc'],
  });
  const ended = once(product, 'exit');
  const reported: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: product.stdout ?? process.stdin }).on('line', (line) => {
    reported.push(line);
    if (line.startsWith('V-labs is ready at ')) ready.resolve();
  });
  await Promise.race([ready.promise, ended]);
  if (product.exitCode !== null) {
    throw new Error(
      `The product did not start; ${dataFolder}/server.log says why.\n${reported.join('\n')}`,
    );
  }
  await saveSignIns(`http://127.0.0.1:${process.env['VLABS_TEST_PORT']}`, dataFolder);
  await reportRunner();
  return async () => {
    product.kill('SIGTERM');
    await ended;
    await assistant.stop();
    await log.close();
    await rm(dataFolder, { recursive: true, force: true });
  };
}

const RUNNER_STARTS_WITHIN_MS = 60_000;

const askReady = () => fetch(`http://127.0.0.1:${process.env['VLABS_TEST_PORT']}/readyz`);

/** If this machine cannot confine programs, journeys that run one are skipped with a message. */
async function reportRunner(): Promise<void> {
  // The runner starts after the server, and first proves that it confines programs.
  const givesUpAt = performance.now() + RUNNER_STARTS_WITHIN_MS;
  let reply = await askReady();
  while (!reply.ok && performance.now() < givesUpAt) {
    await pause(500);
    reply = await askReady();
  }
  if (reply.ok) return;
  const reason = `Programs cannot be run on this machine: ${await reply.text()}`;
  process.env['VLABS_TEST_NO_RUNS'] = reason;
  console.log(`Journeys that run a program are skipped. ${reason}`);
}
