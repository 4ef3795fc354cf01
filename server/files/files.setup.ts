import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { AppwriteException, type Storage } from 'appwrite';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { startObjectStore } from '../testing/peers/object-store.ts';
import { listen, makeStorage } from '../testing/peers/storage-client.ts';
import { beforeTests } from '../testing/server.setup.ts';
import { makeTestApp } from '../testing/test-app.ts';

export function makeFile(sizeBytes: number, name = 'data.bin'): File {
  return new File([randomBytes(sizeBytes)], name);
}

export async function sha256Of(file: File): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex');
}

export async function errorOf(work: Promise<unknown>): Promise<AppwriteException> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppwriteException)) throw new Error(`No refusal but: ${String(error)}`);
  return error;
}

export async function download(
  storage: Storage,
  bucketId: string,
  fileId: string,
  person: MadePerson,
) {
  const link = storage.getFileDownload({ bucketId, fileId });
  return fetch(link, { headers: person.headers });
}

/** A server that stores files on this disk or in S3, and the official client of an admin and of a student. */
export function setUpFiles(kind: 'disk' | 'S3') {
  const objects = kind === 'S3' ? beforeTests(startObjectStore) : null;
  const server = beforeTests(() => makeTestApp({ environment: { ...objects?.environment } }));
  const at = beforeTests(async () => ({ url: await listen(server) }));
  const admin = beforeTests(() => makeAdmin(server.pool));
  const student = beforeTests(() => makeStudent(server.pool));
  const asAdmin = beforeTests(async () => makeStorage(at.url, admin.token));
  const asStudent = beforeTests(async () => makeStorage(at.url, student.token));
  afterAll(async () => {
    await server.close();
    await objects?.close();
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
    const reply = await fetch(`${at.url}/v1/storage/buckets/submissions/files`, {
      method: 'POST',
      headers: { ...person.headers, 'content-range': range, 'x-appwrite-id': fileId },
      body: form,
    });
    return { status: reply.status, json: await reply.json() };
  }

  return { objects, server, at, admin, student, asAdmin, asStudent, sendChunk };
}
