import { CHUNK_BYTES, STORAGE_VERSION } from '@vlabs/contract/files/files';
import { ID, Query, type Storage } from 'appwrite';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeStoreKnown } from '../testing/acts/known-store.ts';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { startObjectStore } from '../testing/peers/object-store.ts';
import { listen, makeStorage } from '../testing/peers/storage-client.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { abandonUploads, ageTombstones } from '../testing/database/time-travel.queries.ts';
import { download, errorOf, makeFile, setUpFiles, sha256Of } from './files.setup.ts';
import { beforeTests } from '../testing/server.setup.ts';

const small = new File(['int main() { return 0; }\n'], 'main.c', { type: 'text/x-c' });

describe.each(['disk', 'S3'] as const)('files on %s, by the official client', (kind) => {
  const { objects, server, at, admin, student, asAdmin, asStudent, sendChunk } = setUpFiles(kind);
  const other = beforeTests(() => makeStudent(server.pool));
  const asOther = beforeTests(async () => makeStorage(at.url, other.token));

  test('a small file is stored, described and downloaded as it was', async () => {
    const file = await asAdmin.createFile({
      bucketId: 'assignments',
      fileId: ID.unique(),
      file: small,
    });
    expect(file).toMatchObject({
      bucketId: 'assignments',
      name: 'main.c',
      signature: await sha256Of(small),
      mimeType: 'text/plain',
      sizeOriginal: small.size,
      chunksTotal: 1,
      chunksUploaded: 1,
      $permissions: [],
    });
    expect(Date.parse(file.$createdAt)).not.toBeNaN();
    const again = await asAdmin.getFile({ bucketId: 'assignments', fileId: file.$id });
    expect({ ...again, toString: null }).toEqual({ ...file, toString: null });
    const reply = await download(asAdmin, 'assignments', file.$id, admin);
    expect(await reply.text()).toBe(await small.text());
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="main.c"/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('a half upload is swept after a day, and nothing of it is left', async () => {
    const file = makeFile(2 * CHUNK_BYTES);
    const fileId = ID.unique();
    await sendChunk({ fileId, file, number: 1, person: student });
    await makeStoreKnown(server.pool);
    expect((await server.files.sweep()).abandoned).toBe(0);
    await abandonUploads(server.pool, 25);
    expect((await server.files.sweep()).abandoned).toBe(1);
    expect((await errorOf(asStudent.getFile({ bucketId: 'submissions', fileId }))).code).toBe(404);
    const stored = await asStudent.createFile({ bucketId: 'submissions', fileId, file });
    expect(stored.signature).toBe(await sha256Of(file));
  });

  test('a large file that the server made is stored whole, and nobody reaches it as a file', async () => {
    const file = makeFile(2 * CHUNK_BYTES + 7, 'made.zip');
    const bytes = Buffer.from(await file.arrayBuffer());
    const path = join(server.files.incoming, 'made');
    await writeFile(path, bytes);
    const sha256 = Buffer.from(await sha256Of(file), 'hex');
    const made = { name: 'made.zip', path, sizeBytes: file.size, sha256, firstBytes: bytes };
    const address = { bucketId: 'archives' as const, fileId: 'made' };
    const uploads = await objects?.countUploads();
    await server.files.storeMade({ ...address, ownerId: admin.id }, made);
    const stored = await server.files.stored.findFile(address);
    expect(stored && (await server.files.stored.readFile(stored))?.equals(bytes)).toBe(true);
    expect(await readdir(server.files.incoming)).toEqual([]);
    expect(await objects?.countUploads()).toBe(uploads);
    const reading = asAdmin.getFile({ bucketId: 'archives', fileId: 'made' });
    expect((await errorOf(reading)).type).toBe('storage_bucket_not_found');
  });

  test('an upload that is given up leaves no part in the store', async () => {
    const file = makeFile(2 * CHUNK_BYTES);
    const fileId = ID.unique();
    await sendChunk({ fileId, file, number: 1, person: student });
    await asStudent.deleteFile({ bucketId: 'submissions', fileId });
    await makeStoreKnown(server.pool);
    await ageTombstones(server.pool, 25);
    await server.files.sweep();
    expect((await objects?.countUploads()) ?? 0).toBe(0);
  });

  test('ranges and versions are honoured', async () => {
    const file = new File(['0123456789'], 'digits.txt');
    const { $id } = await asAdmin.createFile({ bucketId: 'assignments', fileId: 'digits', file });
    const link = asStudent.getFileDownload({ bucketId: 'assignments', fileId: $id });
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(link, { method, headers: { ...admin.headers, ...headers } });
    const whole = await ask({});
    const etag = whole.headers.get('etag') ?? '';
    expect(await whole.text()).toBe('0123456789');
    const part = await ask({ range: 'bytes=2-4' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(await part.text()).toBe('234');
    expect(await (await ask({ range: 'bytes=-3' })).text()).toBe('789');
    expect(await (await ask({ range: 'bytes=8-' })).text()).toBe('89');
    expect(await (await ask({ range: 'bytes=2-4', 'if-range': etag })).text()).toBe('234');
    expect(await (await ask({ range: 'bytes=2-4', 'if-range': '"x"' })).text()).toBe('0123456789');
    const beyond = await ask({ range: 'bytes=10-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
    expect((await ask({ 'if-none-match': etag })).status).toBe(304);
    const head = await ask({}, 'HEAD');
    expect(head.headers.get('content-length')).toBe('10');
  });

  test('a file is deleted and its id is free again', async () => {
    const file = { bucketId: 'assignments', fileId: 'brief' };
    await asAdmin.createFile({ ...file, file: small });
    await asAdmin.deleteFile(file);
    const gone = await errorOf(asAdmin.getFile(file));
    expect(gone).toMatchObject({ code: 404, type: 'storage_file_not_found' });
    await asAdmin.createFile({ ...file, file: small });
    await asAdmin.deleteFile(file);
  });

  test('of two files with one id, the first stays', async () => {
    const sent = { bucketId: 'assignments', fileId: 'same' };
    const results = await Promise.allSettled([
      asAdmin.createFile({ ...sent, file: makeFile(1000) }),
      asAdmin.createFile({ ...sent, file: makeFile(1000) }),
    ]);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ code: 409, type: 'storage_file_already_exists' });
  });

  test('files are listed newest first, a student sees their own alone', async () => {
    await asOther.createFile({ bucketId: 'submissions', fileId: 'one', file: small });
    await asOther.createFile({ bucketId: 'submissions', fileId: 'two', file: small });
    const { total, files } = await asOther.listFiles({ bucketId: 'submissions' });
    expect([total, ...files.map(({ $id }) => $id)]).toEqual([2, 'two', 'one']);
    const page = await asOther.listFiles({
      bucketId: 'submissions',
      queries: [Query.limit(1), Query.offset(1)],
    });
    expect([page.total, ...page.files.map(({ $id }) => $id)]).toEqual([2, 'one']);
    const unknown = asOther.listFiles({
      bucketId: 'submissions',
      queries: [Query.equal('name', 'x')],
    });
    expect(await errorOf(unknown)).toMatchObject({ code: 400, type: 'general_query_invalid' });
    expect((await asAdmin.listFiles({ bucketId: 'submissions' })).total).toBeGreaterThan(2);
  });

  test('who may not is told so in Appwrite’s words', async () => {
    const create = (storage: Storage, bucketId: string) =>
      errorOf(storage.createFile({ bucketId, fileId: ID.unique(), file: small }));
    const noRight = { code: 401, type: 'general_unauthorized_scope' };
    expect(await create(makeStorage(at.url, ''), 'assignments')).toMatchObject(noRight);
    expect(await create(asStudent, 'assignments')).toMatchObject(noRight);
    expect(await create(asStudent, 'student-lists')).toMatchObject(noRight);
    expect(await create(asAdmin, 'submissions')).toMatchObject(noRight);
    expect(await create(asAdmin, 'elsewhere')).toMatchObject({
      code: 404,
      type: 'storage_bucket_not_found',
    });
    expect(await errorOf(asStudent.listFiles({ bucketId: 'student-lists' }))).toMatchObject(
      noRight,
    );
    const list = { bucketId: 'student-lists', fileId: 'list' };
    await asAdmin.createFile({ ...list, file: new File(['Roll no\n1'], 'list.csv') });
    expect(await errorOf(asStudent.getFile(list))).toMatchObject(noRight);
    expect((await download(asStudent, list.bucketId, list.fileId, student)).status).toBe(401);

    const theirs = { bucketId: 'submissions', fileId: 'theirs' };
    await asOther.createFile({ ...theirs, file: small });
    expect((await errorOf(asStudent.getFile(theirs))).code).toBe(404);
    expect((await errorOf(asStudent.deleteFile(theirs))).code).toBe(404);
    expect((await errorOf(asAdmin.deleteFile(theirs))).code).toBe(401);
    expect((await download(asStudent, theirs.bucketId, theirs.fileId, student)).status).toBe(404);
    expect((await download(asAdmin, theirs.bucketId, theirs.fileId, admin)).status).toBe(200);
    const taken = asStudent.createFile({ ...theirs, file: small });
    expect((await errorOf(taken)).code).toBe(409);
  });

  test('a refusal has exactly message, code, type and version', async () => {
    const reply = await fetch(`${at.url}/v1/storage/buckets/assignments/files/none`, {
      headers: student.headers,
    });
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(await reply.json()).toEqual({
      message: 'The file was not found. It may have been deleted; reload the page.',
      code: 404,
      type: 'storage_file_not_found',
      version: STORAGE_VERSION,
    });
    const nowhere = await fetch(`${at.url}/v1/nowhere`);
    expect(await nowhere.json()).toMatchObject({ code: 404, type: 'general_route_not_found' });
  });
});

test('a store that does not take our key refuses the file, and nothing is kept of it', async () => {
  const objects = await startObjectStore();
  const environment = { ...objects.environment, VLABS_S3_SECRET_ACCESS_KEY: 'another-key' };
  const server = await makeTestApp({ environment });
  const storage = makeStorage(await listen(server), (await makeAdmin(server.pool)).token);
  const file = { bucketId: 'assignments', fileId: 'refused' };
  expect((await errorOf(storage.createFile({ ...file, file: small }))).code).toBe(500);
  expect((await errorOf(storage.getFile(file))).code).toBe(404);
  await server.close();
  await objects.close();
});
