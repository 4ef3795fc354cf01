import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { inTransaction, type Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { ReceivedFile } from '../platform/http/multipart.ts';
import type { Chunk } from './content-range.ts';
import type { FileAddress } from './file-links.ts';
import {
  fileExists,
  fileNotFound,
  invalidRange,
  deletedTooMuch,
  quotaExceeded,
  tooManyFiles,
} from './file-refusals.ts';
import type { FileStore, StoreUpload, StoredChunk } from './stores/file-store.ts';
import {
  type FileRow,
  type NewFile,
  findFile,
  findFileForUpdate,
  insertFile,
  listChunks,
  updateFinished,
  updateArriving,
  updateStoreUpload,
  upsertChunk,
  deleteTombstone,
  insertArriving,
  insertJoined,
  lockUsage,
  updateGivenUp,
  getUsage,
} from './files.queries.ts';
import { findMimeType } from './mime-types.ts';

/** Per student, including files deleted within a day. */
const MAX_FILES = 2000;

interface Wanted {
  bucketId: FileAddress['bucketId'];
  ownerId: string;
  sizeBytes: number;
}

/**
 * Throws if a student's quota is used up; otherwise reserves it until the transaction has written the file. Only
 * students are numerous enough to fill a disk.
 */
async function reserveQuota(db: Database, wanted: Wanted, maxBytes: number): Promise<void> {
  if (wanted.bucketId !== 'submissions') return;
  await lockUsage(db, wanted.ownerId);
  await requireQuota(db, wanted, maxBytes);
}

/** Throws if a student's quota is used up now. */
async function requireQuota(
  db: Database,
  { bucketId, ownerId, sizeBytes }: Wanted,
  maxBytes: number,
): Promise<void> {
  if (bucketId !== 'submissions') return;
  const { bytes, files, deletedBytes } = await getUsage(db, { bucketId, ownerId });
  if (bytes + sizeBytes > maxBytes) throw quotaExceeded(maxBytes);
  // Bytes of deleted files stay for a day, so deleting and uploading again is limited as well.
  if (bytes + deletedBytes + sizeBytes > 2 * maxBytes) throw deletedTooMuch();
  if (files >= MAX_FILES) throw tooManyFiles(MAX_FILES);
}

/** Metadata of an upload. */
export interface Announced extends FileAddress {
  ownerId: string;
  permissions: string[];
}

/** Receives files whole or in chunks. The row is committed only when the bytes are safe. */
export class Uploads {
  readonly #pool: Pool;
  readonly #store: FileStore;
  readonly #log: Log;
  readonly #studentFilesBytes: number;

  constructor(given: { pool: Pool; store: FileStore; log: Log; studentFilesBytes: number }) {
    this.#pool = given.pool;
    this.#log = given.log;
    this.#store = given.store;
    this.#studentFilesBytes = given.studentFilesBytes;
  }

  /**
   * Throws before a byte is received if the quota is used up. Chunks of an existing upload are covered by its
   * reservation. `sizeBytes` is the maximum.
   */
  async requireQuota(announced: Omit<Announced, 'permissions'>, sizeBytes: number): Promise<void> {
    if (announced.bucketId !== 'submissions') return;
    const begun = await findFile(this.#pool, announced);
    if (begun?.ownerId === announced.ownerId) return;
    await requireQuota(this.#pool, { ...announced, sizeBytes }, this.#studentFilesBytes);
  }

  /** A file of any size that this server has on its disk. */
  async takeWhole(announced: Announced, received: ReceivedFile): Promise<FileRow> {
    if (await findFile(this.#pool, announced)) throw fileExists();
    const { name, sizeBytes, sha256, firstBytes } = received;
    const storageKey = randomUUID();
    const mimeType = findMimeType(name, firstBytes);
    const file = { ...announced, storageKey, name, sizeBytes, sha256, mimeType, chunksTotal: 1 };
    await inTransaction(this.#pool, async (db) => {
      await reserveQuota(db, file, this.#studentFilesBytes);
      await insertArriving(db, file);
    });
    let isStored = false;
    try {
      await this.#put(storageKey, received);
      isStored = true;
      await this.#keep(file);
    } catch (error) {
      await updateGivenUp(this.#pool, storageKey, isStored ? sizeBytes : 0);
      throw error;
    }
    return this.#getFile(announced);
  }

  /** Large files in chunks if the store takes them, because what is sent is in memory. */
  async #put(key: string, { path, sizeBytes }: ReceivedFile): Promise<void> {
    const name = sizeBytes > CHUNK_BYTES ? await this.#store.beginUpload(key) : null;
    if (name === null) return this.#store.putFile(key, path);
    await updateArriving(this.#pool, key, name);
    const upload = { key, name };
    const chunks: StoredChunk[] = [];
    for (let start = 0; start < sizeBytes; start += CHUNK_BYTES) {
      const number = chunks.length + 1;
      const part = `${path}-${number}`;
      const bytes = createReadStream(path, { start, end: start + CHUNK_BYTES - 1 });
      await pipeline(bytes, createWriteStream(part, { mode: 0o600 }));
      chunks.push({ number, tag: await this.#store.putChunk(upload, number, part) });
    }
    await this.#store.joinChunks(upload, chunks);
    await rm(path, { force: true });
  }

  async #keep(file: NewFile): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      if (!(await insertFile(db, file))) throw fileExists();
      if (!(await deleteTombstone(db, file.storageKey, 'arriving')))
        throw new Error('The bytes of a file were removed before its row was saved.');
    });
  }

  /** May be repeated: existing chunks are treated as the same. */
  async takeChunk(announced: Announced, chunk: Chunk, received: ReceivedFile): Promise<FileRow> {
    const file = await this.#findOrBegin(announced, chunk, received.name);
    if (file.finishedAt) return answerAgain(file, chunk);
    const upload = { key: file.storageKey, name: await this.#nameUpload(file) };
    const tag = await this.#store.putChunk(upload, chunk.number, received.path);
    const state = await inTransaction(this.#pool, async (db) => {
      const current = await findFileForUpdate(db, file.storageKey);
      if (!current) throw fileNotFound();
      if (current.finishedAt) return 'was whole';
      await upsertChunk(db, file.storageKey, { number: chunk.number, tag });
      const chunks = await listChunks(db, file.storageKey);
      return chunks.length < current.chunksTotal ? 'arrives' : 'is whole';
    });
    if (state === 'is whole') await this.#finish(file, upload);
    if (state === 'was whole') await this.#clear(upload);
    return this.#getFile(announced);
  }

  /** The first chunk to arrive reserves the quota for the whole file. */
  async #findOrBegin(announced: Announced, chunk: Chunk, name: string): Promise<FileRow> {
    const found =
      (await findFile(this.#pool, announced)) ?? (await this.#begin(announced, chunk, name));
    if (found.ownerId !== announced.ownerId) throw fileExists();
    if (found.sizeBytes !== chunk.totalBytes)
      throw found.finishedAt ? fileExists() : invalidRange();
    return found;
  }

  async #begin(announced: Announced, chunk: Chunk, name: string): Promise<FileRow> {
    const file: NewFile = {
      ...announced,
      storageKey: randomUUID(),
      name,
      mimeType: 'application/octet-stream',
      sizeBytes: chunk.totalBytes,
      chunksTotal: chunk.chunksTotal,
      sha256: null,
    };
    return inTransaction(this.#pool, async (db) => {
      // Of several first chunks on several servers, one makes the reservation.
      await lockUsage(db, announced.ownerId);
      const found = await findFile(db, announced);
      if (found) return found;
      await reserveQuota(db, file, this.#studentFilesBytes);
      await insertFile(db, file);
      const begun = await findFile(db, announced);
      if (!begun) throw fileNotFound();
      return begun;
    });
  }

  async #nameUpload({ storageKey, storeUpload }: FileRow): Promise<string | null> {
    if (storeUpload !== null) return storeUpload;
    const name = await this.#store.beginUpload(storageKey);
    if (name === null) return null;
    const kept = await updateStoreUpload(this.#pool, storageKey, name);
    // Another chunk was first, or the upload was abandoned meanwhile.
    if (kept !== name) await this.#store.dropUpload({ key: storageKey, name });
    if (kept === null) throw fileNotFound();
    return kept;
  }

  /** Outside of transactions, so that a slow store does not hold a database connection. */
  async #finish(file: FileRow, upload: StoreUpload): Promise<void> {
    const { storageKey } = file;
    try {
      await this.#store.joinChunks(upload, await listChunks(this.#pool, storageKey));
      const { sha256, sizeBytes, firstBytes } = await this.#readBack(file);
      if (sizeBytes !== file.sizeBytes)
        throw new Error('The stored file has a different size than announced.');
      const mimeType = findMimeType(file.name, firstBytes);
      await inTransaction(this.#pool, async (db) => {
        const current = await findFileForUpdate(db, storageKey);
        if (!current) throw fileNotFound();
        if (current.finishedAt) return;
        await updateFinished(db, storageKey, { sha256, mimeType });
        await insertJoined(db, storageKey);
      });
    } catch (error) {
      // The chunk arrived twice, and the other call was first.
      if ((await this.#getFile(file)).finishedAt === null) throw error;
    }
    await this.#clear(upload);
  }

  /** The file is complete; leftover chunks are removed by the sweep. */
  async #clear(upload: StoreUpload): Promise<void> {
    try {
      await this.#store.dropUpload(upload);
      await deleteTombstone(this.#pool, upload.key, 'joined');
    } catch (error) {
      this.#log.warn(
        { err: error },
        'The chunks of a complete file could not be removed. The sweep removes them later.',
      );
    }
  }

  /** Hashes what the store actually has. */
  async #readBack({ storageKey, sizeBytes: announced }: FileRow) {
    const kept = { key: storageKey, sizeBytes: announced };
    const hash = createHash('sha256');
    let firstBytes: Buffer = Buffer.alloc(0);
    let sizeBytes = 0;
    for await (const bytes of await this.#store.readFile(kept, null)) {
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

/** A repeated chunk is acknowledged again; a repeated first chunk starts another file. */
function answerAgain(file: FileRow, { number }: Chunk): FileRow {
  if (number === 1) throw fileExists();
  return file;
}

/** Reports whether the bytes match the announced chunk. */
export function fitsChunk({ sizeBytes }: ReceivedFile, chunk: Chunk | null): boolean {
  return chunk === null ? sizeBytes <= CHUNK_BYTES : sizeBytes === chunk.sizeBytes;
}
