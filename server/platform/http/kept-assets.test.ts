import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';

const TIMEOUT = { timeout: 20_000 };
let home: string;
let old: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vlabs-builds-'));
  old = await makeTestApp({ webFolder: await build('old') });
  await old.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await old.close();
  await rm(home, { recursive: true, force: true });
});

/** A build of one part, that holds and is called by the name of the build. */
async function build(name: string): Promise<string> {
  const folder = join(home, name);
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), `<title>${name}</title>`);
  await writeFile(join(folder, 'assets', `${name}.js`), `part of ${name}`);
  await writeFile(join(folder, 'assets', `${name}.js.br`), 'compressed');
  return folder;
}

async function upgrade(name: string): Promise<TestServer> {
  const server = await makeSecondServer(old, { webFolder: await build(name) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(async () => (await ask(old, name)).statusCode, TIMEOUT).toBe(200);
  return server;
}

const ask = (server: TestServer, name: string) =>
  server.app.inject({ url: `/assets/${name}.js`, headers: { 'accept-encoding': 'br' } });

test('while servers are upgraded, pages of each build get their parts from servers of the other', async () => {
  const fresh = await upgrade('new');
  const fromOld = await ask(old, 'new');
  expect([fromOld.body, fromOld.headers['content-type'], fromOld.headers['cache-control']]).toEqual(
    ['part of new', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  );
  expect((await ask(fresh, 'old')).body).toBe('part of old');
  expect((await ask(fresh, 'never-built')).statusCode).toBe(404);
  await fresh.close();

  // Of the last three builds, and of no others.
  await (await upgrade('newer')).close();
  const last = await upgrade('newest');
  expect((await ask(last, 'new')).body).toBe('part of new');
  await expect.poll(async () => (await ask(last, 'old')).statusCode, TIMEOUT).toBe(404);
  await last.close();
});
