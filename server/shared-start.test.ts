import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, makeTestDatabase } from './testing/database/test-database.ts';
import { type TestApp, makeSecondServer, makeTestApp } from './testing/test-app.ts';

let database: TestDatabase;
let first: TestApp;
let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'vlabs-elsewhere-'));
  database = await makeTestDatabase();
  first = await makeTestApp({ database, environment: { VLABS_GRACE_SECONDS: '60' } });
});
afterAll(async () => {
  await database.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}, message: string[] = []) =>
  makeSecondServer(first, {
    environment,
    log: pino({ level: 'warn' }, { write: (line) => message.push(line) }),
  });

test('a second server with its own files is refused, and one with the same files serves', async () => {
  await expect(start({ VLABS_DATA: elsewhere })).rejects.toThrow(
    /This server uses other files than the running servers of this database. Give all servers the same object store .* or the same shared folder/,
  );
  const second = await start();
  await second.close();
});

test('a server that would grade by other settings is refused, with the setting’s name', async () => {
  await expect(start({ VLABS_GRACE_SECONDS: '0' })).rejects.toThrow(
    'VLABS_GRACE_SECONDS is "0" here, and "60" at the other servers on this database: give all of them the same value.',
  );
});

test('settings can be changed one server at a time', async () => {
  const message: string[] = [];
  const changed = { VLABS_GRACE_SECONDS: '30' };
  const second = await start({ ...changed, VLABS_NEW_SETTINGS: 'on' }, message);
  expect(message.join('')).toContain('"variable":"VLABS_GRACE_SECONDS","was":"60","is":"30"');
  const third = await start(changed);
  await expect(start({ VLABS_GRACE_SECONDS: '60' })).rejects.toThrow('VLABS_GRACE_SECONDS');
  await third.close();
  await second.close();
});

test('a server that is alone says what holds, and may bring other files, as after a restore', async () => {
  await first.close();
  const alone = await start({ VLABS_DATA: elsewhere, VLABS_GRACE_SECONDS: '90' });
  expect((await alone.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await alone.close();
});
