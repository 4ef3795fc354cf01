import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { printTable } from '../server/testing/print-table.ts';

const ROOT = join(import.meta.dirname, '..');
const LATER_STARTS = 5;
/** Keeps the settings that npm needs to reach its registry; removes those of this product and of the current npm. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(VLABS_|DATABASE_URL$|npm_|INIT_CWD$)/.test(name),
  ),
);

/** Seconds from the command to the ready line: on a fresh clone, and again when everything is installed. */
export async function benchStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-bench-start-'));
  try {
    await promisify(execFile)('git', ['clone', '--quiet', ROOT, folder]);
    const rows = [['first start of a fresh clone', await secondsToReady(folder, 'SIGTERM')]];
    for (let start = 2; start <= LATER_STARTS; start += 1) {
      rows.push([`start ${start}`, await secondsToReady(folder, 'SIGTERM')]);
    }
    await secondsToReady(folder, 'SIGKILL');
    rows.push(['start after kill -9', await secondsToReady(folder, 'SIGTERM')]);
    printTable(['start', 'seconds to the ready line'], rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function secondsToReady(folder: string, ending: NodeJS.Signals): Promise<string> {
  const began = performance.now();
  const product = spawn(process.execPath, [join(folder, 'tools/start.mjs')], {
    env: { ...environment, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  let seconds: string | null = null;
  for await (const line of createInterface({ input: product.stdout })) {
    if (!line.startsWith('V-labs is ready at ')) continue;
    seconds = ((performance.now() - began) / 1000).toFixed(2);
    product.kill(ending);
  }
  await ended;
  if (seconds === null) throw new Error('The product ended before it was ready.');
  return seconds;
}
