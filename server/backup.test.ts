import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { demoAccounts } from './auth/demo-accounts.service.ts';
import { startServerProcess } from './testing/server-process.ts';
import { makeStorage } from './testing/peers/storage-client.ts';

let folder: string;
const servers: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-backup-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await stop(server);
  await rm(folder, { recursive: true, force: true });
});

/** With the embedded database, like `npm start`. */
async function start(name: string) {
  const server = await startServerProcess({
    VLABS_DATA: join(folder, name),
    VLABS_DEMO: 'on',
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
  });
  servers.push(server.child);
  return server;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

const Login = z.object({ token: z.string() });

async function signIn(url: string) {
  const { id, password } = demoAccounts[0];
  const reply = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, password }),
  });
  return makeStorage(url, Login.parse(await reply.json()).token);
}

test('a copy of the folder of a stopped server is a backup: started, it has everything', async () => {
  const before = await start('data');
  const address = { bucketId: 'assignments', fileId: 'brief' };
  const file = new File(['read me'], 'brief.txt');
  const stored = await (await signIn(before.url)).createFile({ ...address, file });
  await stop(before.child);
  await cp(join(folder, 'data'), join(folder, 'backup'), { recursive: true });
  await rm(join(folder, 'data'), { recursive: true });

  await cp(join(folder, 'backup'), join(folder, 'data'), { recursive: true });
  const after = await start('data');
  const storage = await signIn(after.url);
  const kept = await storage.getFile(address);
  expect(kept.signature).toBe(stored.signature);
  const reply = await fetch(storage.getFileDownload(address), {
    headers: { 'x-appwrite-jwt': storage.client.config.jwt },
  });
  expect(await reply.text()).toBe('read me');
});
