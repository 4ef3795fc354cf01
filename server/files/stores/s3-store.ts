import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Places } from '../../platform/jobs/places.ts';
import { inTime } from '../../platform/object-store/in-time.ts';
import type { ByteRange } from '../byte-range.ts';
import type { FileStore, KeptBytes, StoreUpload, StoredChunk } from './file-store.ts';
import { boundedBytes, timedBytes } from '../../platform/object-store/timed-bytes.ts';
import { type S3Settings, makeS3Client } from '../../platform/object-store/s3-client.ts';
import { StoreBreaker } from './store-breaker.ts';
import { isStoreFull } from './store-full.ts';

/** Bytes are in memory while they are sent, so the number of concurrent 5 MB chunks is limited. */
const SENT_AT_ONCE = 8;
/** No file key looks like it. */
const MARK = 'mark';
const MAX_MARK_BYTES = 100;

/**
 * Files in a bucket of an S3-compatible store, used only by us. The store may be unresponsive: each call has a
 * deadline that includes connection and reply.
 */
export class S3Store implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #timeoutMs: number;
  readonly #sending = new Places(SENT_AT_ONCE);
  readonly #breaker = new StoreBreaker();

  constructor(settings: S3Settings) {
    this.#bucket = settings.bucket;
    this.#timeoutMs = settings.timeoutSeconds * 1000;
    this.#client = makeS3Client(settings);
  }

  async putFile(key: string, receivedPath: string): Promise<void> {
    await this.#sending.run(async () => {
      const Body = await readFile(receivedPath);
      const command = new PutObjectCommand({ ...this.#object(key), Body });
      await this.#call((options) => this.#client.send(command, options));
    });
    await rm(receivedPath, { force: true });
  }

  async beginUpload(key: string): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.#object(key));
    const { UploadId } = await this.#call((options) => this.#client.send(command, options));
    if (UploadId === undefined || UploadId === '') {
      throw new Error('The object store returned no upload ID.');
    }
    return UploadId;
  }

  async putChunk(upload: StoreUpload, number: number, receivedPath: string): Promise<string> {
    const { ETag } = await this.#sending.run(async () => {
      const Body = await readFile(receivedPath);
      const command = new UploadPartCommand({
        ...this.#upload(upload),
        PartNumber: number,
        Body,
      });
      return this.#call((options) => this.#client.send(command, options));
    });
    if (ETag === undefined) throw new Error('The object store returned no ETag for a part.');
    await rm(receivedPath, { force: true });
    return ETag;
  }

  async joinChunks(upload: StoreUpload, chunks: readonly StoredChunk[]): Promise<void> {
    const Parts = chunks.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    const command = new CompleteMultipartUploadCommand({
      ...this.#upload(upload),
      MultipartUpload: { Parts },
    });
    try {
      await this.#call((options) => this.#client.send(command, options));
    } catch (error) {
      // An earlier server may have joined it and ended before recording that.
      if (!(error instanceof S3ServiceException) || !(await this.#has(upload.key))) throw error;
    }
  }

  async dropUpload(upload: StoreUpload): Promise<void> {
    if (upload.name === null) return;
    const command = new AbortMultipartUploadCommand(this.#upload(upload));
    try {
      await this.#call((options) => this.#client.send(command, options));
    } catch (error) {
      if (!isNothingToDrop(error)) throw error;
    }
  }

  async readFile({ key, sizeBytes }: KeptBytes, range: ByteRange | null): Promise<Readable> {
    const Range = range === null ? {} : { Range: `bytes=${range.first}-${range.last}` };
    const body = await this.#open(new GetObjectCommand({ ...this.#object(key), ...Range }));
    const expected = range === null ? sizeBytes : range.last - range.first + 1;
    return timedBytes(body, { sizeBytes: expected, timeoutMs: this.#timeoutMs });
  }

  async deleteFile(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#call((options) => this.#client.send(command, options));
  }

  async readMark(): Promise<string | null> {
    try {
      const body = await this.#open(new GetObjectCommand(this.#object(MARK)));
      const timer = setTimeout(() => body.destroy(), this.#timeoutMs);
      return await text(boundedBytes(body, MAX_MARK_BYTES)).finally(() => clearTimeout(timer));
    } catch (error) {
      if (error instanceof S3ServiceException && statusOf(error) === 404) return null;
      throw error;
    }
  }

  async writeMark(mark: string): Promise<void> {
    const command = new PutObjectCommand({ ...this.#object(MARK), Body: Buffer.from(mark) });
    await this.#call((options) => this.#client.send(command, options));
  }

  async #open(command: GetObjectCommand): Promise<Readable> {
    const { Body } = await this.#call((options) => this.#client.send(command, options));
    if (!(Body instanceof Readable)) throw new Error('The object store returned no body.');
    return Body;
  }

  async #has(key: string): Promise<boolean> {
    const command = new HeadObjectCommand(this.#object(key));
    try {
      await this.#call((options) => this.#client.send(command, options));
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException) return false;
      throw error;
    }
  }

  /** A streamed body does not count. */
  #call<Result>(send: Parameters<typeof inTime<Result>>[1]): Promise<Result> {
    return this.#breaker.run(() => inTime(this.#timeoutMs, send), isAnswer);
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  #upload({ key, name }: StoreUpload) {
    return { ...this.#object(key), UploadId: name ?? '' };
  }
}

/** A refusal by the store; its own failures are not refusals. */
function isAnswer(error: unknown): boolean {
  if (isStoreFull(error)) return true;
  return error instanceof S3ServiceException && (statusOf(error) ?? 500) < 500;
}

/** The upload is finished or gone, or the store does not support the call and cleans up itself. */
function isNothingToDrop(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = statusOf(error);
  return status === 404 || status === 405 || status === 501;
}

const statusOf = (error: S3ServiceException) => error.$metadata.httpStatusCode;
