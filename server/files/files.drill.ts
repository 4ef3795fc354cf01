import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { AppwriteException, ID, type Storage } from 'appwrite';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { type ObjectStore, startObjectStore } from '../testing/peers/object-store.ts';
import { listen, makeStorage } from '../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

function makeFile(sizeBytes: number, name = 'data.bin'): File {
  return new File([randomBytes(sizeBytes)], name);
}

async function sha256Of(file: File): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
}

async function errorOf(work: Promise<unknown>): Promise<AppwriteException> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppwriteException)) throw new Error(`No refusal but: ${String(error)}`);
  return error;
}

async function download(storage: Storage, bucketId: string, fileId: string, person: MadePerson) {
  const link = storage.getFileDownload({ bucketId, fileId });
  return fetch(link, { headers: person.headers });
}

describe.each(['disk', 'S3'] as const)('files on %s, by the official client', (kind) => {
  let objects: ObjectStore | null = null;
  let server: TestApp;
  let url: string;
  let admin: MadePerson;
  let student: MadePerson;
  let asAdmin: Storage;
  let asStudent: Storage;

  beforeAll(async () => {
    if (kind === 'S3') objects = await startObjectStore();
    server = await makeTestApp({ environment: { ...objects?.environment } });
    url = await listen(server);
    [admin, student] = await Promise.all([makeAdmin(server.pool), makeStudent(server.pool)]);
    asAdmin = makeStorage(url, admin.token);
    asStudent = makeStorage(url, student.token);
  });
  afterAll(async () => {
    await server.close();
    await objects?.close();
  });

  test('a file of six chunks arrives whole, with progress at each chunk', async () => {
    const file = makeFile(5 * CHUNK_BYTES + 17);
    const progress: number[] = [];
    const stored = await asStudent.createFile({
      bucketId: 'submissions',
      fileId: ID.unique(),
      file,
      onProgress: ({ chunksUploaded }) => progress.push(chunksUploaded),
    });
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    expect(stored).toMatchObject({ chunksTotal: 6, chunksUploaded: 6, sizeOriginal: file.size });
    expect(stored.signature).toBe(await sha256Of(file));
    const reply = await download(asStudent, 'submissions', stored.$id, student);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.signature);
  });

  test('chunks may come in any order and again, and only the missing ones are sent to resume', async () => {
    const file = makeFile(2 * CHUNK_BYTES + 1000);
    const fileId = ID.unique();
    const send = (number: number) => sendChunk({ fileId, file, number, person: student });
    expect((await send(1)).json).toMatchObject({ $id: fileId, chunksTotal: 3, chunksUploaded: 1 });
    expect((await send(3)).json).toMatchObject({ chunksUploaded: 2, signature: '' });
    expect((await send(3)).json).toMatchObject({ chunksUploaded: 2 });
    const half = await asStudent.getFile({ bucketId: 'submissions', fileId });
    expect(half).toMatchObject({ chunksReceived: [0, 2] });
    expect((await download(asStudent, 'submissions', fileId, student)).status).toBe(404);
    expect((await errorOf(asAdmin.getFile({ bucketId: 'submissions', fileId }))).code).toBe(404);
    const last = await send(2);
    expect(last.json).toMatchObject({ chunksUploaded: 3, signature: await sha256Of(file) });
    // The reply to a chunk was lost, so the chunk is sent again.
    expect((await send(2)).json).toEqual(last.json);
    expect(await send(1)).toMatchObject({
      status: 409,
      json: { type: 'storage_file_already_exists' },
    });
  });

  async function sendChunk(chunk: {
    fileId: string;
    file: File;
    number: number;
    person: MadePerson;
  }) {
    const { fileId, file, number, person } = chunk;
    const start = (number - 1) * CHUNK_BYTES;
    const end = Math.min(start + CHUNK_BYTES, file.size);
    const form = new FormData();
    form.append('fileId', fileId);
    form.append('file', new File([file.slice(start, end)], file.name), file.name);
    const range = `bytes ${start}-${end - 1}/${file.size}`;
    const reply = await fetch(`${url}/v1/storage/buckets/submissions/files`, {
      method: 'POST',
      headers: { ...person.headers, 'content-range': range, 'x-appwrite-id': fileId },
      body: form,
    });
    return { status: reply.status, json: await reply.json() };
  }
});
