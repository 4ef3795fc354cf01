import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';

/** Beside the file a form has a few short fields, and lines between its parts. */
const FORM_ROOM_BYTES = 64 * 1024;
const MAX_FIELDS = 200;
const MAX_FIELD_BYTES = 4096;
const FIRST_BYTES = 4096;
/** What a sender without an end is given to hear its refusal in. */
const HANG_UP_MS = 2000;

export interface ReceivedFile {
  /** As it was sent; never a path of ours. */
  name: string;
  /** Where its bytes lie until they are taken from there, flushed to the disk. */
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  firstBytes: Buffer;
}

export interface ReceivedForm {
  fields: Map<string, string[]>;
  file: ReceivedFile | null;
  /** Removes what was not taken away. */
  discard(): Promise<void>;
}

interface Limits {
  /** Where the bytes are put. */
  folder: string;
  maxFileBytes: number;
  /** Of a form with a field that is longer than most. */
  maxFieldBytes?: number;
  tooLarge: () => PublicError;
}

/** Leaves the body of multipart forms to whoever serves the call. */
export function readMultipartBodies(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** How many bytes the file of a form has at least, as the length of its body tells. */
export function leastFileBytes({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_ROOM_BYTES);
}

/** Reads a multipart form with at most one file, which goes to the disk as it comes. */
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
        // One more than is taken, so that a file of exactly the limit is told from a larger one.
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
      // It may fail before anybody reads from it, and who reads then hears of it.
      stream.on('error', (error) => stream.destroy(error));
      this.#receiving = this.#receive(stream, name);
      // It is awaited below; until then its failure is nobody's.
      this.#receiving.catch(() => undefined);
    });
    const finished = once(parser, 'finish');
    // A request that was given up knows its connection no more.
    const { socket } = request.raw;
    try {
      await Promise.all([pipeline(request.raw, this.#bound.bind(this), parser), finished]);
    } catch (error) {
      // The parser tells its streams nothing of their end when the connection is lost.
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

  /** Ends a form that did not say its length and does not end by itself. */
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
      // After a failure the rest is read all the same, so that the refusal can be heard.
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

/** By then the refusal is heard; nobody reads what still comes. */
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

/** Browsers write these three, and nothing else, as percent codes in the name of a file. */
function unescapeName(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function notAForm(cause?: unknown): PublicError {
  const message = 'Send the file as a multipart form.';
  return Object.assign(new PublicError(400, 'invalid_form', message), { cause });
}

function cutOff(): PublicError {
  return new PublicError(400, 'cut_off', 'The connection was lost. Send it again.');
}
