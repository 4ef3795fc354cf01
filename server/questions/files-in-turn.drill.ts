import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, utimesSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countProcesses } from '../testing/count-processes.ts';
import { makeAdmin } from '../testing/acts/make.ts';
import { makeForm } from '../testing/acts/student-lists.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { makeTestApp } from '../testing/test-app.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

async function importFile({ headers: ofCaller } = admin, { app } = server) {
  const { headers, payload } = makeForm(
    '::One::What is 1 + 1? {=2 ~1 ~3 ~4}\n',
    {},
    'questions.txt',
  );
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/questions/import',
    headers: { ...headers, ...ofCaller },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}

test('two files are read at once, however many come, and of one admin one after the other', async () => {
  const admins = [admin, await makeAdmin(server.pool), await makeAdmin(server.pool)];
  const max = await countProcesses(async () => {
    const replies = await Promise.all([...admins, ...admins].map((one) => importFile(one)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
  expect(max).toBe(2);
  const ofOne = await countProcesses(async () => {
    await Promise.all([importFile(), importFile()]);
  });
  expect(ofOne).toBe(1);
});

test('of more files than may wait for their reader the last is refused, and the others are read', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => importFile()));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toMatchObject([
    {
      status: 429,
      body: {
        code: 'too_many_at_once',
        message: 'You can have at most 4 files waiting to be read. Try again in a few seconds.',
      },
    },
  ]);
});

test('a file that a killed server left unread is swept after a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-test-left-'));
  const other = await makeTestApp({ environment: { VLABS_DATA: folder } });
  const { promise: swept, resolve } = Promise.withResolvers<{ incoming: number }>();
  const sweepAsTomorrow = () => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of entries) utimesSync(join(parentPath, name), 0, 0);
    resolve(other.files.sweep());
  };
  subscribe('child_process', sweepAsTomorrow);
  await importFile(await makeAdmin(other.pool), other);
  unsubscribe('child_process', sweepAsTomorrow);
  expect(await swept).toMatchObject({ incoming: 1 });
  await other.close();
  await rm(folder, { recursive: true, force: true });
});
