import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { WorkBeyondBounds } from '../jobs/bounded-worker.ts';
import type { PrintedDocument } from './printed-document.ts';

const SCRIPT = fileURLToPath(new URL('pdf-process.ts', import.meta.url));

/** The compiler keeps about 5 MB of each document, whatever it is told to forget. */
const MAX_DOCUMENTS = 50;
/** A process that holds more ends after its document; the next one adds at most as much again. */
const MAX_RESIDENT_BYTES = 400_000_000;
/** The slowest hostile document takes a sixth of it. */
const MAX_MS = 30_000;
/** Of data; a record of twelve experiments needs a third. */
const MAX_BYTES = 1_500_000_000;
const IDLE_MS = 10_000;
/** Below everything that people wait for. */
const PRIORITY = 10;

const Reply = z.union([
  z.object({ pdf: z.instanceof(Uint8Array), residentBytes: z.number() }),
  z.object({ failure: z.string() }),
]);

/** By somebody outside, or by a machine without memory. */
class ProcessKilled extends Error {
  override name = 'ProcessKilled';
}

interface Child {
  process: ChildProcess;
  exited: Promise<unknown>;
  documents: number;
  residentBytes: number;
}

/**
 * Compiles documents to PDF, one at a time, in a process of its own: a document that runs wild costs that process, and
 * neither memory nor time of the server. The process starts with the first document and ends when none waits.
 */
export class PdfCompiler {
  #child: Child | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;
  readonly #maxMs: number;
  readonly #maxBytes: number;

  constructor({ maxMs = MAX_MS, maxBytes = MAX_BYTES } = {}) {
    this.#maxMs = maxMs;
    this.#maxBytes = maxBytes;
  }

  /**
   * The bytes of the PDF. Equal documents give equal bytes. A document whose process somebody kills is compiled again,
   * once. Throws `WorkBeyondBounds`.
   */
  async compile(document: PrintedDocument): Promise<Buffer> {
    const turn = this.#last.then(() => this.#compile(document));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the process once the documents that wait are compiled. */
  async close(): Promise<void> {
    await this.#last;
    await this.#end();
  }

  async #compile(document: PrintedDocument): Promise<Buffer> {
    if (this.#idle) clearTimeout(this.#idle);
    try {
      return await this.#ask(document).catch((error: unknown) => {
        if (error instanceof ProcessKilled) return this.#ask(document);
        throw error;
      });
    } catch (error) {
      throw error instanceof ProcessKilled ? new WorkBeyondBounds('memory') : error;
    } finally {
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #ask(document: PrintedDocument): Promise<Buffer> {
    const isUsedUp = this.#child !== null && isUsed(this.#child);
    if (isUsedUp) await this.#end();
    const child = (this.#child ??= start(this.#maxBytes));
    child.documents += 1;
    try {
      return await ask(child, document, this.#maxMs);
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    child?.process.ref();
    child?.process.kill('SIGKILL');
    await child?.exited;
  }
}

const isUsed = ({ process: { exitCode, signalCode }, documents, residentBytes }: Child): boolean =>
  exitCode !== null ||
  signalCode !== null ||
  documents >= MAX_DOCUMENTS ||
  residentBytes > MAX_RESIDENT_BYTES;

function start(maxBytes: number): Child {
  const limited = [`--data=${maxBytes}`, process.execPath, SCRIPT];
  const child = spawn('prlimit', limited, {
    // None of our settings and secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  const exited = once(child, 'exit').catch(() => undefined);
  return { process: child, exited, documents: 0, residentBytes: 0 };
}

async function ask(child: Child, document: PrintedDocument, maxMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const timer = setTimeout(() => reject(new WorkBeyondBounds('time')), maxMs);
  const onMessage = (message: unknown) => {
    const reply = Reply.safeParse(message);
    if (!reply.success) reject(reply.error);
    else if ('pdf' in reply.data) {
      child.residentBytes = reply.data.residentBytes;
      resolve(Buffer.from(reply.data.pdf));
    } else reject(new Error(`The document could not be compiled: ${reply.data.failure}`));
  };
  const onExit = (code: number | null, signal: string | null) => reject(failureOf(code, signal));
  child.process.ref();
  child.process.channel?.ref();
  child.process.once('message', onMessage).once('exit', onExit).once('error', reject);
  try {
    child.process.send({ document }, (error) => {
      // It ended before it read this.
      if (error) reject(new ProcessKilled(error.message));
    });
    return await promise;
  } finally {
    clearTimeout(timer);
    // An idle process does not keep the server from ending.
    child.process.unref();
    child.process.channel?.unref();
    child.process.off('message', onMessage).off('exit', onExit).off('error', reject);
  }
}

/** A process that finds no memory ends itself, by another signal than those that others send. */
function failureOf(code: number | null, signal: string | null): Error {
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return new ProcessKilled(signal);
  if (signal !== null) return new WorkBeyondBounds('memory');
  return new Error(`The process of documents ended with ${code}.`);
}
