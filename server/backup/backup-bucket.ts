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
import { StartFailure } from '../platform/start-failure.ts';
import type { BackupPlace } from './backup-place.ts';
import { inPieces } from './pieces.ts';

/** So much is in memory, and is sent or read anew where a call fails. Of 10,000 pieces at most: 80 GB. */
const PIECE_BYTES = 8 * 1_048_576;
/** A backup of an hour does not fail by a store that is away for a moment. */
const TRY_AGAIN_AFTER_MS = [1000, 5000];

type Send<Result> = Parameters<typeof inTime<Result>>[1];

/** Backups in a bucket of an S3-compatible object store, below a prefix that is theirs alone. */
export class BackupBucket implements BackupPlace {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #timeoutMs: number;

  /** @param prefix without slashes at its ends; empty: the whole bucket */
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

  /** By the older of the two calls, which begins after a key: every store has it, and nothing of it gets too old. */
  async list(folder: string): Promise<string[]> {
    const names: string[] = [];
    for (let Marker = '', isWhole = false; !isWhole;) {
      const Prefix = `${this.#prefix}${folder}/`;
      const where = { Bucket: this.#bucket, Prefix, Marker };
      const command = new ListObjectsCommand(where);
      const page = await this.#call((options) => this.#client.send(command, options));
      const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      if (!keys.every((key) => key.startsWith(Prefix))) {
        throw new Error('The object store lists other objects than it was asked for.');
      }
      names.push(...keys.map((key) => key.slice(this.#prefix.length)));
      const last = keys.at(-1) ?? Marker;
      isWhole = page.IsTruncated !== true;
      if (!isWhole && last === Marker) throw new Error('The object store lists without end.');
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
      throw new Error('The object store gave an upload no name.');
    }
    return UploadId;
  }

  async #putPart(part: ConstructorParameters<typeof UploadPartCommand>[0]): Promise<string> {
    const command = new UploadPartCommand(part);
    const { ETag } = await this.#call((options) => this.#client.send(command, options));
    if (ETag === undefined) throw new Error('The object store gave a piece no tag.');
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
        // Joined already, perhaps, by a call whose answer was lost.
        if (!isRefusal(error)) throw error;
        await this.#client.send(new HeadObjectCommand(object), options);
      }
    });
  }

  /** What stays behind all the same is removed by the bucket's own rule for broken uploads. */
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
      throw new Error('The object store sent other bytes than it was asked for.');
    }
    const expected = Number(range[2]) - first + 1;
    if (expected < 1 || expected > PIECE_BYTES) throw new Error('The object store sent too much.');
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

/** In the store's own words: to ask again gives the same. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 500;
  return status >= 400 && status < 500 && status !== 429;
}

function toStartFailure(error: unknown): StartFailure {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new StartFailure(
    `The object store of the backups did not do what it was asked for (${reason}). Look at VLABS_BACKUP_S3_ENDPOINT, the keys and the bucket, then try again.`,
    { cause: error },
  );
}
