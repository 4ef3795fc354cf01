import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { METRICS_TOKEN } from './scrape.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const READY = /^V-labs is ready at (\S+)$/;

/** The real server as a process, for tests that kill it. */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-server-'));
  const defaults = {
    PORT: '0',
    VLABS_DATA: folder,
    VLABS_DEMO: 'off',
    VLABS_REGISTRATION: 'open',
    LOG_LEVEL: 'silent',
    VLABS_METRICS_TOKEN: METRICS_TOKEN,
    NODE_COMPILE_CACHE: inject('compileCache'),
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...defaults, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = READY.exec(line)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error('The server ended before it was ready.');
}
