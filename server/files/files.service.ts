import { type BucketId, CHUNK_BYTES, type StoredFile } from '@vlabs/contract/files/files';
import { mkdir } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { brokenConstraint } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import {
  type ReceivedFile,
  type ReceivedForm,
  leastFileBytes,
  receiveForm,
} from '../platform/http/multipart.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Chunk, readContentRange } from './content-range.ts';
import type { FileAddress } from './file-links.ts';
import * as refusals from './file-refusals.ts';
import {
  readsOnlyGiven,
  readsOnlyOwn,
  requireBucket,
  requireReader,
  requireWriter,
} from './file-rights.ts';
import type { FileStore } from './stores/file-store.ts';
import {
  type FileRow,
  countFiles,
  deleteFile,
  findFile,
  listChunks,
  listFiles,
} from './files.queries.ts';
import { type FinishedFile, StoredFiles } from './files.reads.ts';
import { isStoreFull } from './stores/store-full.ts';
import { Sweep } from './sweep.ts';
import { chooseId, readPermissions, requireFile } from './file-forms.ts';
import { Uploads } from './uploads.ts';

/** The files that a student may read because of their work, or the one with this id. */
export type ListFilesGivenTo = (
  db: Database,
  rollNumber: string,
  fileId?: string,
) => Promise<string[]>;

/** Reports whether a person may read a finished file now, because of their role and their work. */
export type MayReadFile = (pool: Pool, personId: string, file: FinishedFile) => Promise<boolean>;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  log: Log;
  store: FileStore;
  listFilesGivenTo: ListFilesGivenTo;
  mayReadFile: MayReadFile;
  /** Where received bytes are until the store takes them. */
  incoming: string;
  maxFileBytes: number;
  /** The quota of a student's hand-ins. */
  studentFilesBytes: number;
  /** How long the bytes of a deleted file are kept. */
  deletedDays: number;
}

export class Files {
  /** For other features. */
  readonly stored: StoredFiles;
  readonly maxFileBytes: number;
  /** The folder of files that are not in the store yet. */
  readonly incoming: string;
  readonly #pool: Pool;
  readonly #listFilesGivenTo: ListFilesGivenTo;
  readonly #mayReadFile: MayReadFile;
  readonly #store: FileStore;
  readonly #uploads: Uploads;
  readonly #sweep: Sweep;

  /** Created before the jobs are started. */
  constructor(dependencies: Dependencies) {
    const { pool, jobs, log, store, incoming, maxFileBytes } = dependencies;
    const { studentFilesBytes, deletedDays } = dependencies;
    this.#pool = pool;
    this.#listFilesGivenTo = dependencies.listFilesGivenTo;
    this.#mayReadFile = dependencies.mayReadFile;
    this.#store = store;
    this.maxFileBytes = maxFileBytes;
    this.incoming = incoming;
    this.#uploads = new Uploads({ pool, store, log, studentFilesBytes });
    this.stored = new StoredFiles({ pool, store });
    this.#sweep = new Sweep({ pool, jobs, log, store, incoming, deletedDays });
  }

  async start(): Promise<void> {
    await mkdir(this.incoming, { recursive: true, mode: 0o700 });
    await this.stored.start();
    await this.#sweep.schedule();
  }

  /** Refuses to start with a different store than the other servers. */
  requireSameStore(isAlone: boolean): Promise<void> {
    return this.#sweep.mark.requireSame(isAlone);
  }

  sweep() {
    return this.#sweep.sweep();
  }

  async createFile(caller: Caller, bucket: string, request: FastifyRequest): Promise<StoredFile> {
    const bucketId = requireBucket(bucket);
    requireWriter(caller, bucketId);
    const chunk = this.#readChunk(request.headers['content-range']);
    const fileId = headerOf(request, 'x-appwrite-id') ?? '';
    const min = chunk?.totalBytes ?? leastFileBytes(request);
    await this.#uploads.requireQuota({ bucketId, ownerId: caller.id, fileId }, min);
    try {
      return await this.#takeFile({ bucketId, ownerId: caller.id, chunk }, request);
    } catch (error) {
      throw isStoreFull(error) ? refusals.storeFull() : error;
    }
  }

  async #takeFile(
    { chunk, ...target }: { bucketId: BucketId; ownerId: string; chunk: Chunk | null },
    request: FastifyRequest,
  ): Promise<StoredFile> {
    const form = await this.#receive(request);
    try {
      const received = requireFile(form.file, chunk);
      const sentId = headerOf(request, 'x-appwrite-id');
      const fileId = chooseId(sentId ?? form.fields.get('fileId')?.[0], chunk);
      const announced = { ...target, fileId, permissions: readPermissions(form) };
      const file =
        chunk === null || chunk.chunksTotal === 1
          ? await this.#uploads.takeWhole(announced, received)
          : await this.#uploads.takeChunk(announced, chunk, received);
      return await this.#show(file);
    } finally {
      await form.discard();
    }
  }

  /** Stores a file that another feature has received. */
  async storeFile(
    target: { bucketId: BucketId; ownerId: string; fileId: string },
    received: ReceivedFile,
  ): Promise<void> {
    const file = requireFile(received, null);
    try {
      await this.#uploads.takeWhole({ ...target, permissions: [] }, file);
    } catch (error) {
      throw isStoreFull(error) ? refusals.storeFull() : error;
    }
  }

  /** Stores a file that this server has made in `incoming` and flushed. */
  async storeMade(target: FileAddress & { ownerId: string }, made: ReceivedFile): Promise<void> {
    await this.#uploads.takeWhole({ ...target, permissions: [] }, made);
  }

  async listFiles(
    caller: Caller,
    bucket: string,
    page: { search: string; limit: number; offset: number },
  ): Promise<{ total: number; files: StoredFile[] }> {
    const bucketId = requireBucket(bucket);
    requireReader(caller, bucketId);
    const ownerId = readsOnlyOwn(caller, bucketId) ? caller.id : null;
    const onlyGiven = readsOnlyGiven(caller, bucketId);
    const fileIds = onlyGiven ? await this.#listFilesGivenTo(this.#pool, caller.id) : null;
    const asked = { ...page, bucketId, ownerId, fileIds };
    const files = await listFiles(this.#pool, asked);
    const total = await countFiles(this.#pool, asked);
    return { total, files: files.map((file) => shapeOf(file, [])) };
  }

  async getFile(caller: Caller, bucket: string, fileId: string): Promise<StoredFile> {
    return this.#show(
      await this.#findReadable(caller, { bucketId: requireBucket(bucket), fileId }),
    );
  }

  /** Files in use stay; the bytes of others are kept for a while. */
  async deleteFile(caller: Caller, bucket: string, fileId: string): Promise<void> {
    const bucketId = requireBucket(bucket);
    requireWriter(caller, bucketId);
    const file = await this.#findReadable(caller, { bucketId, fileId });
    try {
      await inTransaction(this.#pool, async (db) => {
        await deleteFile(db, file.storageKey);
        const subject = { kind: 'file' as const, id: fileId, name: file.name };
        await recordAct(db, { action: 'delete-file', subject, details: { bucket: bucketId } });
      });
    } catch (error) {
      throw brokenConstraint(error) === null ? error : refusals.fileInUse();
    }
  }

  /** The reader of a signed link; null without a valid token. */
  readerOf(address: FileAddress, token: string | undefined): string | null {
    return token === undefined ? null : this.stored.readerOf(address, token);
  }

  /** The file for a caller who may read it, or with a signed link whose reader may. */
  async getReadableFile(
    caller: Caller | null,
    bucket: string,
    { fileId, token }: { fileId: string; token: string | undefined },
  ): Promise<FinishedFile> {
    const address = { bucketId: requireBucket(bucket), fileId };
    const reader = this.readerOf(address, token);
    if (reader === null && !caller) throw refusals.signInFirst();
    if (reader === null && caller) await this.#findReadable(caller, address);
    const file = await this.stored.findFile(address);
    if (!file) throw refusals.fileNotFound();
    if (reader !== null && !(await this.#mayReadFile(this.#pool, reader, file))) {
      throw refusals.fileNotFound();
    }
    return file;
  }

  openFile(file: FinishedFile, range: { first: number; last: number } | null) {
    const { storageKey: key, sizeBytes } = file;
    return this.#store.readFile({ key, sizeBytes }, range);
  }

  #readChunk(header: string | undefined): Chunk | null {
    if (header === undefined) return null;
    const chunk = readContentRange(header);
    if (!chunk) throw refusals.invalidRange();
    if (chunk.totalBytes > this.maxFileBytes) throw refusals.tooLarge(this.maxFileBytes);
    return chunk;
  }

  #receive(request: FastifyRequest): Promise<ReceivedForm> {
    const maxFileBytes = Math.min(CHUNK_BYTES, this.maxFileBytes);
    const tooLarge = () =>
      maxFileBytes < CHUNK_BYTES ? refusals.tooLarge(maxFileBytes) : refusals.tooLargeAtOnce();
    return receiveForm(request, { folder: this.incoming, maxFileBytes, tooLarge });
  }

  /** Other people's files do not exist for students, and unfinished files only for their owner. */
  async #findReadable(
    caller: Caller,
    address: FileAddress & { bucketId: BucketId },
  ): Promise<FileRow> {
    requireReader(caller, address.bucketId);
    const file = await findFile(this.#pool, address);
    if (!file) throw refusals.fileNotFound();
    const isTheirs = file.ownerId === caller.id;
    const onlyOwn = readsOnlyOwn(caller, address.bucketId) || file.finishedAt === null;
    if (onlyOwn && !isTheirs) throw refusals.fileNotFound();
    if (readsOnlyGiven(caller, address.bucketId)) await this.#requireGiven(caller.id, address);
    return file;
  }

  /** Files of other people's assignments do not exist for students. */
  async #requireGiven(rollNumber: string, { fileId }: FileAddress): Promise<void> {
    const given = await this.#listFilesGivenTo(this.#pool, rollNumber, fileId);
    if (given.length === 0) throw refusals.fileNotFound();
  }

  async #show(file: FileRow): Promise<StoredFile> {
    const chunks = file.finishedAt ? [] : await listChunks(this.#pool, file.storageKey);
    return shapeOf(
      file,
      chunks.map(({ number }) => number - 1),
    );
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

function shapeOf(file: FileRow, received: number[]): StoredFile {
  return {
    $id: file.fileId,
    bucketId: file.bucketId,
    $createdAt: file.createdAt.toISOString(),
    $updatedAt: file.updatedAt.toISOString(),
    $permissions: file.permissions,
    name: file.name,
    signature: file.sha256?.toString('hex') ?? '',
    mimeType: file.mimeType,
    sizeOriginal: file.sizeBytes,
    chunksTotal: file.chunksTotal,
    chunksUploaded: file.finishedAt ? file.chunksTotal : received.length,
    ...(!file.finishedAt && { chunksReceived: received }),
  };
}
