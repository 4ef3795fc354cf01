import { setTimeout as delay } from 'node:timers/promises';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { login } from '@vlabs/contract/auth/auth';

const MAIN = join(import.meta.dirname, '../server/main.ts');
const READY = /^V-labs is ready at (\S+)$/;

export interface Product {
  url: string;
  dataFolder: string;
  /** The id of the server's process. */
  pid: number;
  /** The key of a service, for `/judge0`. */
  serviceToken: string;
  stop(): Promise<void>;
}

/** The real product with its own database and runner, in a temporary folder. */
export async function startProduct(): Promise<Product> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-bench-'));
  const serviceToken = randomBytes(24).toString('hex');
  const settings = { VLABS_DATA: dataFolder, VLABS_SERVICE_TOKENS: `bench:${serviceToken}` };
  const { url, pid, stop } = await spawnServer(settings);
  await waitForRunner(url);
  return {
    url,
    dataFolder,
    pid,
    serviceToken,
    stop: async () => {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A server process with these settings, as soon as it is ready. */
export async function spawnServer(settings: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PORT: '0',
      VLABS_DEMO: 'off',
      VLABS_REGISTRATION: 'open',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrlOf(child);
  if (child.pid === undefined) throw new Error('The product was not started.');
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const RUNNER_WITHIN_MS = 120_000;

/** A server opens its port before its runner has checked the sandbox. */
async function waitForRunner(url: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < RUNNER_WITHIN_MS;) {
    if ((await fetch(`${url}/readyz`)).ok) return;
    await delay(200);
  }
  throw new Error('The product has no runner that is ready.');
}

/** Registers a user and signs them in. Returns their token. */
export async function registerStudent({ url }: Product): Promise<string> {
  const [id, password] = ['bench-1', 'a long enough word'];
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/api/v1/auth/register', { id, password, name: 'Bench', email: 'bench@example.edu' });
  const signedIn = await post('/api/v1/auth/login', { id, password });
  return login.reply.parse(await signedIn.json()).token;
}

async function readyUrlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The product has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = READY.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The product ended before it was ready.');
}
