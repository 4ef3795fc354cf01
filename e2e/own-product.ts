import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../server/testing/peers/start-proxy.ts';

const MAIN = join(import.meta.dirname, '../server/main.ts');

export interface OwnProduct {
  url: string;
  dataFolder: string;
  stop(): Promise<void>;
}

/** A second installation, for journeys that would change the shared one for all others. It runs no programs. */
export async function startOwnProduct(settings: Record<string, string>): Promise<OwnProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-own-'));
  const product = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      VLABS_DATA: dataFolder,
      VLABS_RUNNER_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  const stop = async () => {
    product.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: product.stdout })) {
    const url = /^V-labs is ready at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { url, dataFolder, stop };
  }
  await stop();
  throw new Error('The product ended before it was ready.');
}

/** One with a public address, which providers and mails contain and which cannot change after the start. */
export async function startPublicProduct(settings: Record<string, string>): Promise<OwnProduct> {
  const port = String(await findFreePort());
  const own = { PORT: port, VLABS_PUBLIC_URL: `http://127.0.0.1:${port}` };
  return startOwnProduct({ ...settings, ...own });
}
