import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { makeGate } from '../platform/gate.ts';
import type { ByteRange } from './byte-range.ts';
import type { FileStore, StoreUpload, StoredChunk } from './file-store.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Bytes are in memory while they are sent, so only so many chunks of 5 MB go at once. */
const SENT_AT_ONCE = 8;

/** Files in a bucket of an S3-compatible object store, which is ours alone. */
export class S3Store implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #sending = makeGate(SENT_AT_ONCE);

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Other stores than Amazon's know neither buckets as host names nor the newer checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async putFile(key: string, receivedPath: string): Promise<void> {
    await this.#sending(async () => {
      const Body = await readFile(receivedPath);
      await this.#client.send(new PutObjectCommand({ ...this.#object(key), Body }));
    });
    await rm(receivedPath, { force: true });
  }

  async beginUpload(key: string): Promise<string> {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand(this.#object(key)),
    );
    if (UploadId === undefined) throw new Error('The object store gave an upload no name.');
    return UploadId;
  }

  async putChunk(upload: StoreUpload, number: number, receivedPath: string): Promise<string> {
    const { ETag } = await this.#sending(async () => {
      const Body = await readFile(receivedPath);
      return this.#client.send(
        new UploadPartCommand({ ...this.#upload(upload), PartNumber: number, Body }),
      );
    });
    if (ETag === undefined) throw new Error('The object store gave a chunk no tag.');
    await rm(receivedPath, { force: true });
    return ETag;
  }

  async joinChunks(upload: StoreUpload, chunks: readonly StoredChunk[]): Promise<void> {
    const Parts = chunks.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    try {
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...this.#upload(upload), MultipartUpload: { Parts } }),
      );
    } catch (error) {
      // Joined before, perhaps, by a server that ended before it could say so.
      if (!(await this.#has(upload.key))) throw error;
    }
  }

  async dropUpload(upload: StoreUpload): Promise<void> {
    if (upload.name === null) return;
    try {
      await this.#client.send(new AbortMultipartUploadCommand(this.#upload(upload)));
    } catch (error) {
      if (!isNothingToDrop(error)) throw error;
    }
  }

  async readFile(key: string, range: ByteRange | null): Promise<Readable> {
    const Range = range === null ? {} : { Range: `bytes=${range.first}-${range.last}` };
    const { Body } = await this.#client.send(
      new GetObjectCommand({ ...this.#object(key), ...Range }),
    );
    if (!(Body instanceof Readable)) throw new Error('The object store sent no bytes.');
    return Body;
  }

  async deleteFile(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(key)));
  }

  async *listKeys(): AsyncGenerator<{ key: string; storedAt: Date }> {
    let after: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          ...(after !== undefined && { ContinuationToken: after }),
        }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, storedAt: LastModified };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  async #has(key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#object(key)));
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException) return false;
      throw error;
    }
  }

  #object(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  #upload({ key, name }: StoreUpload) {
    return { ...this.#object(key), UploadId: name ?? '' };
  }
}

/** The upload is done or gone, or the store knows no such call and drops uploads by itself. */
function isNothingToDrop(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode;
  return status === 404 || status === 405 || status === 501;
}
