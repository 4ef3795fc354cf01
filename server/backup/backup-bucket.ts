import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { inTime } from '../platform/object-store/in-time.ts';
import { type S3Settings, makeS3Client } from '../platform/object-store/s3-client.ts';
import { timedBytes } from '../platform/object-store/timed-bytes.ts';
import { StartFailure } from '../platform/start/start-failure.ts';
import type { BackupPlace } from './backup-place.ts';
import { inPieces } from './pieces.ts';

/**
 * Size of a piece, which is held in memory and retried if a call fails. With at most 10,000 pieces:
 * 80 GB.
 */
const PIECE_BYTES = 8 * 1_048_576;
/** A short outage of the store must not fail a backup that takes an hour. */
const TRY_AGAIN_AFTER_MS = [1000, 5000];

type Send<Result> = Parameters<typeof inTime<Result>>[1];

/** Backups in a bucket of an S3-compatible store, under their own prefix. */
export class BackupBucket implements BackupPlace {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #timeoutMs: number;

  /** @param prefix without leading or trailing slash; empty: the whole bucket */
  constructor(settings: S3Settings, prefix: string) {
    this.#client = makeS3Client(settings);
    this.#bucket = settings.bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.#timeoutMs = settings.timeoutSeconds * 1000;
  }

  async write(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const object = this.#object(name);
    let upload: string | null = null;
    const tags: string[] = [];
    try {
      for await (const { piece: Body, isLast } of inPieces(bytes, PIECE_BYTES)) {
        if (isLast && upload === null) {
          await this.#call((options) =>
            this.#client.send(new PutObjectCommand({ ...object, Body }), options),
          );
          return;
        }
        upload ??= await this.#begin(name);
        const part = { ...object, UploadId: upload, PartNumber: tags.length + 1, Body };
        tags.push(await this.#putPart(part));
      }
      if (upload !== null) await this.#join(name, upload, tags);
    } catch (error) {
      if (upload !== null) await this.#drop(name, upload);
      throw error;
    }
  }

  async *read(name: string): AsyncIterable<Buffer> {
    let next = 0;
    let sizeBytes = 1;
    while (next < sizeBytes) {
      const piece = await this.#call((options) => this.#readPiece(name, next, options));
      yield piece.bytes;
      next += piece.bytes.length;
      ({ sizeBytes } = piece);
    }
  }

  /**
   * Uses ListObjects v1, which continues after a key: every store supports it, and its position
   * never expires.
   */
  async list(folder: string): Promise<string[]> {
    const names: string[] = [];
    for (let Marker = '', isWhole = false; !isWhole;) {
      const Prefix = `${this.#prefix}${folder}/`;
      const where = { Bucket: this.#bucket, Prefix, Marker };
      const command = new ListObjectsCommand(where);
      const page = await this.#call((options) => this.#client.send(command, options));
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      if (!keys.every((key) => key.startsWith(Prefix))) {
        throw new Error('The object store returned a list of other objects.');
      }
      names.push(...keys.map((key) => key.slice(this.#prefix.length)));
      const last = keys.at(-1) ?? Marker;
      isWhole = page.IsTruncated !== true;
      if (!isWhole && last === Marker) throw new Error('The object store’s list does not end.');
      Marker = last;
    }
    return names.toSorted();
  }

  async remove(name: string): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(name));
    await this.#call((options) => this.#client.send(command, options));
  }

  async #begin(name: string): Promise<string> {
    const command = new CreateMultipartUploadCommand(this.#object(name));
    const { UploadId } = await this.#call((options) => this.#client.send(command, options));
    if (UploadId === undefined || UploadId === '') {
      throw new Error('The object store returned no upload ID.');
    }
    return UploadId;
  }

  async #putPart(part: ConstructorParameters<typeof UploadPartCommand>[0]): Promise<string> {
    const command = new UploadPartCommand(part);
    const { ETag } = await this.#call((options) => this.#client.send(command, options));
    if (ETag === undefined) throw new Error('The object store returned no ETag for a part.');
    return ETag;
  }

  async #join(name: string, upload: string, tags: readonly string[]): Promise<void> {
    const object = this.#object(name);
    const Parts = tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    const command = new CompleteMultipartUploadCommand({
      ...object,
      UploadId: upload,
      MultipartUpload: { Parts },
    });
    await this.#call(async (options) => {
      try {
        await this.#client.send(command, options);
      } catch (error) {
        // An earlier attempt whose reply was lost may have completed the upload.
        if (!isRefusal(error)) throw error;
        await this.#client.send(new HeadObjectCommand(object), options);
      }
    });
  }

  /** Whatever remains is removed by the bucket's rule for incomplete uploads. */
  async #drop(name: string, upload: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#object(name), UploadId: upload });
    await inTime(this.#timeoutMs, (options) => this.#client.send(command, options)).catch(
      () => undefined,
    );
  }

  async #readPiece(name: string, first: number, options: Parameters<Send<void>>[0]) {
    const Range = `bytes=${first}-${first + PIECE_BYTES - 1}`;
    const command = new GetObjectCommand({ ...this.#object(name), Range });
    const { Body, ContentRange } = await this.#client.send(command, options);
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '');
    if (!(Body instanceof Readable) || !range || Number(range[1]) !== first) {
      throw new Error('The object store returned a different range of bytes.');
    }
    const expected = Number(range[2]) - first + 1;
    if (expected < 1 || expected > PIECE_BYTES)
      throw new Error('The object store sent too many bytes.');
    const body = timedBytes(Body, { sizeBytes: expected, timeoutMs: this.#timeoutMs });
    return { bytes: await buffer(body), sizeBytes: Number(range[3]) };
  }

  async #call<Result>(send: Send<Result>): Promise<Result> {
    for (const pauseMs of [...TRY_AGAIN_AFTER_MS, null]) {
      try {
        return await inTime(this.#timeoutMs, send);
      } catch (error) {
        if (pauseMs === null || isRefusal(error)) throw toStartFailure(error);
        await delay(pauseMs);
      }
    }
    throw new Error('The last try has no pause after it.');
  }

  #object(name: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` };
  }
}

/** An error reported by the store itself; retrying would not help. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status >= 400 && status < 500 && status !== 429;
}

function toStartFailure(error: unknown): StartFailure {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new StartFailure(
    `A request to the backups’ object store failed (${reason}). Check VLABS_BACKUP_S3_ENDPOINT, the keys and the bucket, then try again.`,
    { cause: error },
  );
}
