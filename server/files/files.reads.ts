import { hkdfSync, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Database } from '../platform/postgres/database.ts';
import {
  type FileAddress,
  nameOf,
  pathOf,
  readFileLink,
  readReader,
  signLink,
} from './file-links.ts';
import type { FileStore } from './stores/file-store.ts';
import { deleteFile, findFile, getLinkSecret, listFilesOfOwner } from './files.queries.ts';

/** Refuses an empty file, and a name that can't be stored. */
export { requireFile } from './file-forms.ts';

export type { FileStore } from './stores/file-store.ts';

export type { FileAddress } from './file-links.ts';

/** A file whose bytes have all arrived. */
export interface FinishedFile extends FileAddress {
  ownerId: string;
  /** The owner's name for it; never a path. */
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: Buffer;
  storageKey: string;
  createdAt: Date;
}

/** Files for other features, which decide who may see a file. */
export class StoredFiles {
  readonly #pool: Pool;
  readonly #store: FileStore;
  /** The signing secret, read from the database at start. */
  #keptSecret: Buffer | null = null;

  constructor({ pool, store }: { pool: Pool; store: FileStore }) {
    this.#pool = pool;
    this.#store = store;
  }

  async start(): Promise<void> {
    this.#keptSecret = await getLinkSecret(this.#pool, randomBytes(32));
  }

  get #secret(): Buffer {
    if (!this.#keptSecret) throw new Error('The file service has not started.');
    return this.#keptSecret;
  }

  /** A key for another purpose, which says nothing about the secret or other keys. */
  deriveKey(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, bytes));
  }

  /** Null if it does not exist or is incomplete. */
  async findFile(address: FileAddress, db: Database = this.#pool): Promise<FinishedFile | null> {
    const file = await findFile(db, address);
    return file?.sha256 ? { ...file, sha256: file.sha256 } : null;
  }

  /** A page of everything a person handed in, by id. */
  async listHandedIn(ownerId: string, after: FinishedFile | null): Promise<FinishedFile[]> {
    const files = await listFilesOfOwner(this.#pool, ownerId, after?.fileId ?? '');
    return files.flatMap((file) => (file.sha256 ? [{ ...file, sha256: file.sha256 }] : []));
  }

  /** Deletes a file that nobody uses; does nothing if there is none. */
  async deleteFile(db: Database, address: FileAddress): Promise<void> {
    const file = await findFile(db, address);
    if (file) await deleteFile(db, file.storageKey);
  }

  openFile({ storageKey, sizeBytes }: FinishedFile): Promise<Readable> {
    return this.#store.readFile({ key: storageKey, sizeBytes }, null);
  }

  /** All bytes at once, for files that are known to be small. */
  async readFile(file: FinishedFile): Promise<Buffer> {
    return buffer(await this.openFile(file));
  }

  /** The existing file that a link to our storage names. */
  async findFileOfLink(link: string, host: string): Promise<FinishedFile | null> {
    const address = readFileLink(link, host);
    return address && this.findFile(address);
  }

  /** A link for about two hours that opens what this reader may read when it is used. */
  linkTo(address: FileAddress, reader: string, kind: 'download' | 'view' = 'download'): string {
    return withToken(pathOf(address, kind), this.#sign(nameOf(address), reader));
  }

  /** The reader of a link to a file; null if the token is invalid or expired. */
  readerOf(address: FileAddress, token: string): string | null {
    return this.#readerOf(nameOf(address), token);
  }

  /** The same for paths of other features: the path itself is signed. */
  linkToPath(path: string, reader: string): string {
    return withToken(path, this.#sign(path, reader));
  }

  readerOfPath(path: string, token: string): string | null {
    return this.#readerOf(path, token);
  }

  #sign(what: string, reader: string): string {
    return signLink(this.#secret, what, { reader, nowMs: Date.now() });
  }

  #readerOf(what: string, token: string): string | null {
    return readReader(this.#secret, what, { token, nowMs: Date.now() });
  }
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`;
