import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';

/** For short form fields and part headers. */
const FORM_ROOM_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_FIELD_BYTES = 4096;
const FIRST_BYTES = 4096;
/** Time for the client of an endless body to read its refusal. */
const HANG_UP_MS = 2000;

export interface ReceivedFile {
  /** As sent by the client; never used as a path. */
  name: string;
  /** The temporary file, flushed to disk. */
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  firstBytes: Buffer;
}

export interface ReceivedForm {
  fields: Map<string, string[]>;
  file: ReceivedFile | null;
  /** Removes the file unless it was moved. */
  discard(): Promise<void>;
}

interface Limits {
  /** The folder for the temporary file. */
  folder: string;
  maxFileBytes: number;
  /** For forms with a long field. */
  maxFieldBytes?: number;
  tooLarge: () => PublicError;
}

/** Leaves multipart bodies to the handler of the call. */
export function readMultipartBodies(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** Lower bound of the file's size, from Content-Length. */
export function leastFileBytes({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_ROOM_BYTES);
}

/** Reads a multipart form with at most one file, which is streamed to disk. */
export async function receiveForm(request: FastifyRequest, limits: Limits): Promise<ReceivedForm> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b.*\bboundary=/i.test(contentType)) throw notAForm();
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > limits.maxFileBytes + FORM_ROOM_BYTES) throw limits.tooLarge();

  const form = new Form(limits);
  try {
    await form.read(request, contentType);
    return form;
  } catch (error) {
    await form.discard();
    throw error;
  }
}

class Form implements ReceivedForm {
  readonly fields = new Map<string, string[]>();
  file: ReceivedFile | null = null;
  readonly #limits: Limits;
  readonly #path: string;
  #stream: BusboyFileStream | null = null;
  #receiving: Promise<ReceivedFile> | null = null;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#path = join(limits.folder, randomUUID());
  }

  async read(request: FastifyRequest, contentType: string): Promise<void> {
    const parser = new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      preservePath: true,
      limits: {
        // One byte more, to distinguish a file of exactly the limit from a larger one.
        fileSize: this.#limits.maxFileBytes + 1,
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: this.#limits.maxFieldBytes ?? MAX_FIELD_BYTES,
        parts: MAX_FIELDS + 1,
      },
    });
    parser.on('field', (name, value) => {
      this.fields.set(name, [...(this.fields.get(name) ?? []), value]);
    });
    parser.on('file', (_field, stream, name) => {
      this.#stream = stream;
      // The stream may fail before it has a reader; a later reader receives the error.
      stream.on('error', (error) => stream.destroy(error));
      this.#receiving = this.#receive(stream, name);
      // Prevents an unhandled rejection until it is awaited below.
      this.#receiving.catch(() => undefined);
    });
    const finished = once(parser, 'finish');
    // An aborted request no longer has its socket.
    const { socket } = request.raw;
    try {
      await Promise.all([pipeline(request.raw, this.#bound.bind(this), parser), finished]);
    } catch (error) {
      // The parser does not report a lost connection to its streams.
      this.#stream?.destroy(toError(error));
      await this.#receiving?.catch(() => undefined);
      if (error instanceof PublicError) {
        hangUpSoon(socket);
        throw error;
      }
      throw request.raw.destroyed && !request.raw.complete ? cutOff() : notAForm(error);
    }
    this.file = await (this.#receiving ?? null);
    if (this.file && this.file.sizeBytes > this.#limits.maxFileBytes) throw this.#limits.tooLarge();
  }

  /** Ends an endless body without Content-Length. */
  async *#bound(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > this.#limits.maxFileBytes + FORM_ROOM_BYTES) throw this.#limits.tooLarge();
      yield chunk;
    }
  }

  async #receive(stream: BusboyFileStream, name: string): Promise<ReceivedFile> {
    const target = await openNew(this.#path);
    const hash = createHash('sha256');
    const first: Buffer[] = [];
    let sizeBytes = 0;
    let { failure } = target;
    try {
      // After a failure the rest is still read, so that the client receives the refusal.
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) continue;
        if (sizeBytes < FIRST_BYTES) first.push(chunk);
        sizeBytes += chunk.length;
        hash.update(chunk);
        failure ??= await attempt(() => target.file?.writeFile(chunk));
      }
      failure ??= await attempt(() => target.file?.datasync());
    } finally {
      await target.file?.close();
    }
    if (failure) throw failure;
    const firstBytes = Buffer.concat(first).subarray(0, FIRST_BYTES);
    const sha256 = hash.digest();
    return { name: unescapeName(name), path: this.#path, sizeBytes, sha256, firstBytes };
  }

  async discard(): Promise<void> {
    await this.#receiving?.catch(() => undefined);
    await rm(this.#path, { force: true });
  }
}

/** Closes the connection after the refusal was sent; further data is not read. */
function hangUpSoon(socket: Socket): void {
  setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
}

async function openNew(path: string): Promise<{ file?: FileHandle; failure: Error | null }> {
  try {
    return { file: await open(path, 'wx', 0o600), failure: null };
  } catch (error) {
    return { failure: toError(error) };
  }
}

async function attempt(work: () => Promise<void> | undefined): Promise<Error | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return toError(error);
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Browsers percent-encode exactly these three characters in file names. */
function unescapeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function notAForm(cause?: unknown): PublicError {
  const message = 'Send the file as a multipart form.';
  return Object.assign(new PublicError(400, 'invalid_form', message), { cause });
}

function cutOff(): PublicError {
  return new PublicError(400, 'cut_off', 'The connection was lost. Send the file again.');
}
