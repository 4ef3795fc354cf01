import { CHUNK_BYTES } from '@vlabs/contract/files';
import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction, type Database } from '../platform/database.ts';
import type { ReceivedFile } from '../platform/multipart.ts';
import type { Chunk } from './content-range.ts';
import type { FileAddress } from './file-links.ts';
import { fileExists, fileNotFound, invalidRange, noRoomLeft } from './file-refusals.ts';
import type { FileStore, StoreUpload } from './file-store.ts';
import {
  type FileRow,
  type NewFile,
  countBytesOf,
  findFile,
  findFileForUpdate,
  insertFile,
  listChunks,
  updateFinished,
  updateStoreUpload,
  upsertChunk,
} from './files.queries.ts';
import { findMimeType } from './mime-types.ts';

/** What is told of a file besides its bytes. */
export interface Announced extends FileAddress {
  ownerId: string;
  permissions: string[];
}

/** Takes files whole or in chunks; the row is committed when the bytes are safe, never before. */
export class Uploads {
  readonly #pool: Pool;
  readonly #store: FileStore;
  readonly #studentFilesBytes: number;

  constructor(given: { pool: Pool; store: FileStore; studentFilesBytes: number }) {
    this.#pool = given.pool;
    this.#store = given.store;
    this.#studentFilesBytes = given.studentFilesBytes;
  }

  async takeWhole(announced: Announced, received: ReceivedFile): Promise<FileRow> {
    if (await findFile(this.#pool, announced)) throw fileExists();
    const { name, sizeBytes, sha256, firstBytes } = received;
    await this.#requireRoom(announced, sizeBytes);
    const storageKey = randomUUID();
    await this.#store.putFile(storageKey, received.path);
    const isNew = await insertFile(this.#pool, {
      ...announced,
      storageKey,
      name,
      sizeBytes,
      sha256,
      mimeType: findMimeType(name, firstBytes),
      chunksTotal: 1,
    });
    if (!isNew) await this.#store.deleteFile(storageKey);
    if (!isNew) throw fileExists();
    return this.#getFile(announced);
  }

  /** May come again: what is here already is taken for the same. */
  async takeChunk(announced: Announced, chunk: Chunk, received: ReceivedFile): Promise<FileRow> {
    const file = await this.#findOrBegin(announced, chunk, received.name);
    if (file.finishedAt) return answerAgain(file, chunk);
    const upload = { key: file.storageKey, name: await this.#nameUpload(file) };
    const tag = await this.#store.putChunk(upload, chunk.number, received.path);
    const finished = await inTransaction(this.#pool, async (db) => {
      const current = await findFileForUpdate(db, file.storageKey);
      if (current && !current.finishedAt) {
        await upsertChunk(db, file.storageKey, { number: chunk.number, tag });
        await this.#finishIfComplete(db, current, upload);
      }
      return current && findFile(db, announced);
    });
    if (!finished || finished.finishedAt) await this.#store.dropUpload(upload);
    if (!finished) throw fileNotFound();
    return finished;
  }

  /** Only students are many enough to fill a disk. */
  async #requireRoom({ bucketId, ownerId }: Announced, sizeBytes: number): Promise<void> {
    if (bucketId !== 'submissions') return;
    const taken = await countBytesOf(this.#pool, { bucketId, ownerId });
    if (taken + sizeBytes > this.#studentFilesBytes) throw noRoomLeft(this.#studentFilesBytes);
  }

  async #findOrBegin(announced: Announced, chunk: Chunk, name: string): Promise<FileRow> {
    const file: NewFile = {
      ...announced,
      storageKey: randomUUID(),
      name,
      mimeType: 'application/octet-stream',
      sizeBytes: chunk.totalBytes,
      chunksTotal: chunk.chunksTotal,
      sha256: null,
    };
    if (chunk.number === 1 && !(await findFile(this.#pool, announced))) {
      await this.#requireRoom(announced, chunk.totalBytes);
    }
    await insertFile(this.#pool, file);
    const found = await this.#getFile(announced);
    if (found.ownerId !== announced.ownerId) throw fileExists();
    if (found.sizeBytes !== chunk.totalBytes)
      throw found.finishedAt ? fileExists() : invalidRange();
    return found;
  }

  async #nameUpload({ storageKey, storeUpload }: FileRow): Promise<string | null> {
    if (storeUpload !== null) return storeUpload;
    const name = await this.#store.beginUpload(storageKey);
    if (name === null) return null;
    const kept = await updateStoreUpload(this.#pool, storageKey, name);
    // Another chunk of the file was first, or the file was given up meanwhile.
    if (kept !== name) await this.#store.dropUpload({ key: storageKey, name });
    if (kept === null) throw fileNotFound();
    return kept;
  }

  async #finishIfComplete(db: Database, file: FileRow, upload: StoreUpload): Promise<void> {
    const chunks = await listChunks(db, file.storageKey);
    if (chunks.length < file.chunksTotal) return;
    await this.#store.joinChunks(upload, chunks);
    const { sha256, sizeBytes, firstBytes } = await this.#readBack(file.storageKey);
    if (sizeBytes !== file.sizeBytes) throw new Error('The store has kept another size.');
    const mimeType = findMimeType(file.name, firstBytes);
    await updateFinished(db, file.storageKey, { sha256, mimeType });
  }

  /** The hash is of what the store has really kept. */
  async #readBack(storageKey: string) {
    const hash = createHash('sha256');
    let firstBytes: Buffer = Buffer.alloc(0);
    let sizeBytes = 0;
    for await (const bytes of await this.#store.readFile(storageKey, null)) {
      if (!Buffer.isBuffer(bytes)) continue;
      if (sizeBytes === 0) firstBytes = bytes;
      sizeBytes += bytes.length;
      hash.update(bytes);
    }
    return { sha256: hash.digest(), sizeBytes, firstBytes: firstBytes.subarray(0, 4096) };
  }

  async #getFile(address: FileAddress): Promise<FileRow> {
    const file = await findFile(this.#pool, address);
    if (!file) throw fileNotFound();
    return file;
  }
}

/** A chunk whose answer was lost is answered again; the first chunk begins another file. */
function answerAgain(file: FileRow, { number }: Chunk): FileRow {
  if (number === 1) throw fileExists();
  return file;
}

/** Are these bytes what the chunk says it is. */
export function fitsChunk({ sizeBytes }: ReceivedFile, chunk: Chunk | null): boolean {
  return chunk === null ? sizeBytes <= CHUNK_BYTES : sizeBytes === chunk.sizeBytes;
}
