import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { ID } from 'appwrite';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { download, errorOf, makeFile, setUpFiles, sha256Of } from './files.setup.ts';

describe.each(['disk', 'S3'] as const)('files on %s, by the official client', (kind) => {
  const { student, asAdmin, asStudent, sendChunk } = setUpFiles(kind);

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
});
