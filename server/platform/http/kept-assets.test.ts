import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { KeptAssets } from './kept-assets.ts';

let home: string;
let old: TestApp;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'vlabs-builds-'));
  old = await makeTestApp({ webFolder: await build('old') });
  await old.app.keepPages();
});
afterAll(async () => {
  await old.close();
  await rm(home, { recursive: true, force: true });
});

/** Creates a build with one file, named after the build. */
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
  // Before it accepts connections, each server can serve the files of all builds.
  await server.app.keepPages();
  const kept = await old.pool.query('select from web_assets where name = $1', [`${name}.js`]);
  expect(kept.rowCount).toBe(1);
  await expect.poll(async () => (await ask(old, name)).statusCode).toBe(200);
  return server;
}

afterEach(() => vi.restoreAllMocks());

/** Counts how often file contents were read from the database. */
function countReads(): () => number {
  const query = vi.spyOn(old.pool, 'query');
  return () =>
    query.mock.calls.filter((call) => JSON.stringify(call).includes('select bytes from web_assets'))
      .length;
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

  // The last three builds only.
  await (await upgrade('newer')).close();
  const last = await upgrade('newest');
  expect((await ask(last, 'new')).body).toBe('part of new');
  await expect.poll(async () => (await ask(last, 'old')).statusCode).toBe(404);
  await last.close();
});

test('a file of another build is read once, however many ask for it', async () => {
  const another = await upgrade('another');
  const reads = countReads();
  const askOften = () => Promise.all(Array.from({ length: 50 }, () => ask(another, 'newest')));
  const replies = [...(await askOften()), ...(await askOften())];
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(['part of newest']));
  expect(reads()).toBe(1);
  await another.close();
});

test('what is held of them has a bound, and what was asked for last stays', async () => {
  const assets = new KeptAssets(old.pool, 30);
  const reads = countReads();
  for (const name of ['newer', 'newest', 'newer', 'another', 'newer']) {
    expect((await assets.find(`${name}.js`))?.toString()).toBe(`part of ${name}`);
  }
  expect(reads()).toBe(3);
  await assets.find('newest.js');
  expect(reads()).toBe(4);
});

test('a read that fails is tried again', async () => {
  const assets = new KeptAssets(old.pool);
  await assets.find('none.js');
  vi.spyOn(old.pool, 'query').mockImplementationOnce(() => Promise.reject(new Error('away')));
  await expect(assets.find('newest.js')).rejects.toThrow('away');
  expect((await assets.find('newest.js'))?.toString()).toBe('part of newest');
});
