import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import type { Storage } from 'appwrite';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertSmallFiles } from '../testing/database/full-stores.queries.ts';
import { makeStoreKnown } from '../testing/acts/known-store.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { listen, makeStorage } from '../testing/peers/storage-client.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../testing/test-app.ts';
import { ageFiles, ageTombstones } from '../testing/database/time-travel.queries.ts';

const MEGABYTE = 1_048_576;
const quotaExceeded = { code: 413, type: 'storage_quota_exceeded' };
let folder: string;
let server: TestApp;
let second: TestServer;
let url: string;
let secondUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-room-'));
  const environment = { VLABS_DATA: folder, VLABS_STUDENT_FILES_MB: '12' };
  server = await makeTestApp({ environment });
  second = await makeSecondServer(server, { environment });
  url = await listen(server);
  secondUrl = await listen(second);
});
afterAll(async () => {
  await second.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (storage: Storage, fileId: string, megabytes: number) =>
  storage.createFile({
    bucketId: 'submissions',
    fileId,
    file: new File([new Uint8Array(megabytes * MEGABYTE)], 'a.bin'),
  });

const remove = (storage: Storage, fileId: string) =>
  storage.deleteFile({ bucketId: 'submissions', fileId });

test('a student has so much room for files, and what was not handed in gives it back', async () => {
  const greedy = await makeStudent(server.pool);
  const storage = makeStorage(url, greedy.token);
  await send(storage, 'first', 5);
  await send(storage, 'second', 5);
  await expect(send(storage, 'third', 5)).rejects.toMatchObject({
    ...quotaExceeded,
    message:
      'Your files would exceed 12 MB in total. Delete files you don’t hand in, or ask your teacher.',
  });
  await expect(send(storage, 'large', 13)).rejects.toMatchObject(quotaExceeded);
  await remove(storage, 'first');
  await send(storage, 'third', 5);
  await ageFiles(server.pool, greedy.id, 25);
  await makeStoreKnown(server.pool);
  expect((await server.files.sweep()).abandoned).toBe(2);
  await ageTombstones(server.pool, 25);
  await server.files.sweep();
  await send(storage, 'first', 12);
});

test('a class list is swept after a month, when it has long been imported', async () => {
  const admin = await makeAdmin(server.pool);
  const storage = makeStorage(url, admin.token);
  const file = new File(['Roll no'], 'class.csv');
  const { $id } = await storage.createFile({ bucketId: 'student-lists', fileId: 'list', file });
  expect($id).toBe('list');
  await makeStoreKnown(server.pool);
  await ageFiles(server.pool, admin.id, 29 * 24);
  expect((await server.files.sweep()).abandoned).toBe(0);
  await ageFiles(server.pool, admin.id, 2 * 24);
  expect((await server.files.sweep()).abandoned).toBe(1);
  const asked = storage.getFile({ bucketId: 'student-lists', fileId: 'list' });
  await expect(asked).rejects.toMatchObject({ code: 404 });
});

interface SentChunk {
  to: string;
  fileId: string;
  number: number;
  totalBytes: number;
}

async function sendChunk({ headers }: MadePerson, chunk: SentChunk) {
  const { to, fileId, number, totalBytes } = chunk;
  const start = (number - 1) * CHUNK_BYTES;
  const end = Math.min(start + CHUNK_BYTES, totalBytes);
  const form = new FormData();
  form.append('fileId', fileId);
  form.append('file', new File([new Uint8Array(end - start)], 'a.bin'));
  const reply = await fetch(`${to}/v1/storage/buckets/submissions/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${end - 1}/${totalBytes}`,
      'x-appwrite-id': fileId,
    },
    body: form,
  });
  const { type } = z.object({ type: z.string().optional() }).parse(await reply.json());
  return { status: reply.status, type };
}

test('the room for a whole file is asked for by whichever of its chunks comes first', async () => {
  const greedy = await makeStudent(server.pool);
  const totalBytes = 13 * MEGABYTE;
  const chunk = { to: url, fileId: 'from-behind', totalBytes };
  for (const number of [2, 3, 1]) {
    expect(await sendChunk(greedy, { ...chunk, number })).toEqual({
      status: 413,
      type: 'storage_quota_exceeded',
    });
  }
  const storage = makeStorage(url, greedy.token);
  expect((await storage.listFiles({ bucketId: 'submissions' })).total).toBe(0);
});

test('a file without room is refused before a byte of it is received', async () => {
  const greedy = await makeStudent(server.pool);
  await send(makeStorage(url, greedy.token), 'nearly-all-parts', 10);
  for (const range of [{}, { 'content-range': `bytes 0-${CHUNK_BYTES - 1}/${6 * MEGABYTE}` }]) {
    const request = httpRequest(`${url}/v1/storage/buckets/submissions/files`, {
      method: 'POST',
      headers: {
        ...greedy.headers,
        ...range,
        'content-type': 'multipart/form-data; boundary=between',
        'content-length': 3 * MEGABYTE,
      },
    });
    request.on('error', () => undefined);
    request.write('--between\r\n');
    const [reply] = await once(request, 'response');
    expect(reply.statusCode).toBe(413);
    request.destroy();
  }
});

test('many uploads at once, by two servers, have no more room together than one after the other', async () => {
  const greedy = await makeStudent(server.pool);
  const both = [makeStorage(url, greedy.token), makeStorage(secondUrl, greedy.token)];
  const whole = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      send(both[at % 2] ?? makeStorage(url, greedy.token), `whole-${at}`, 5),
    ),
  );
  expect(whole.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const chunks = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      sendChunk(greedy, {
        to: at % 2 ? url : secondUrl,
        fileId: `parts-${at}`,
        number: 2,
        totalBytes: 6 * MEGABYTE,
      }),
    ),
  );
  expect(chunks.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 413));
});

test('sending and deleting in turns fills no disk', async () => {
  const greedy = await makeStudent(server.pool);
  const storage = makeStorage(url, greedy.token);
  const again = async () => {
    await send(storage, 'again', 5);
    await remove(storage, 'again');
  };
  for (let turn = 1; turn <= 4; turn += 1) await again();
  await expect(again()).rejects.toMatchObject({
    ...quotaExceeded,
    message:
      'You have deleted and uploaded too much within a day. Try again tomorrow, or ask your teacher.',
  });
  await makeStoreKnown(server.pool);
  await ageTombstones(server.pool, 25);
  await server.files.sweep();
  await again();
});

test('a student has 2000 files at most', async () => {
  const greedy = await makeStudent(server.pool);
  const storage = makeStorage(url, greedy.token);
  await insertSmallFiles(server.pool, greedy.id, 1999);
  await send(storage, 'last', 1);
  await expect(send(storage, 'more', 1)).rejects.toMatchObject({
    ...quotaExceeded,
    message:
      'You already have 2000 files. Combine some into a ZIP file, or delete unused ones and try again tomorrow.',
  });
});
