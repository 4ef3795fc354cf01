import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Database } from '../platform/postgres/database.ts';
import {
  type FileAddress,
  isSigned,
  pathOf,
  readFileLink,
  readSignature,
  signFileLink,
  signLink,
} from './file-links.ts';
import type { FileStore } from './stores/file-store.ts';
import { findFile, getLinkSecret, listFilesOfOwner } from './files.queries.ts';

export type { FileStore } from './stores/file-store.ts';

export type { FileAddress } from './file-links.ts';

/** A file all of whose bytes are here. */
export interface FinishedFile extends FileAddress {
  ownerId: string;
  /** What its owner calls it; never a path. */
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: Buffer;
  storageKey: string;
}

/** What other features may ask of the files. Who may see a file is for them to decide. */
export class StoredFiles {
  readonly #pool: Pool;
  readonly #store: FileStore;
  /** What signs links; kept by the database, and read when the server starts. */
  #keptSecret: Buffer | null = null;

  constructor({ pool, store }: { pool: Pool; store: FileStore }) {
    this.#pool = pool;
    this.#store = store;
  }

  async start(): Promise<void> {
    this.#keptSecret = await getLinkSecret(this.#pool, randomBytes(32));
  }

  get #secret(): Buffer {
    if (!this.#keptSecret) throw new Error('The files have not been started.');
    return this.#keptSecret;
  }

  /** Null when there is none, or not all of it has arrived. */
  async findFile(address: FileAddress, db: Database = this.#pool): Promise<FinishedFile | null> {
    const file = await findFile(db, address);
    return file?.sha256 ? { ...file, sha256: file.sha256 } : null;
  }

  /** All that a person handed in, by id, as many as are read at a time. */
  async listHandedIn(ownerId: string, after: FinishedFile | null): Promise<FinishedFile[]> {
    const files = await listFilesOfOwner(this.#pool, ownerId, after?.fileId ?? '');
    return files.flatMap((file) => (file.sha256 ? [{ ...file, sha256: file.sha256 }] : []));
  }

  openFile({ storageKey, sizeBytes }: FinishedFile): Promise<Readable> {
    return this.#store.readFile({ key: storageKey, sizeBytes }, null);
  }

  /** All bytes at once: for files that are known to be small. */
  async readFile(file: FinishedFile): Promise<Buffer> {
    return buffer(await this.openFile(file));
  }

  /** The file that a link names, when it is a link of our own storage and the file is there. */
  async findFileOfLink(link: string, host: string): Promise<FinishedFile | null> {
    const address = readFileLink(link, host);
    return address && this.findFile(address);
  }

  /** A link that works for anyone, for about two hours. */
  linkTo(
    address: FileAddress,
    kind: 'download' | 'view' = 'download',
    /** Whose rights count when the link is used; null: whoever has the link may read the file. */
    reader: string | null = null,
  ): string {
    const token = signFileLink(this.#secret, address, { reader, nowMs: Date.now() });
    return `${pathOf(address, kind)}?token=${encodeURIComponent(token)}`;
  }

  readSignature(address: FileAddress, token: string) {
    return readSignature(this.#secret, address, { token, nowMs: Date.now() });
  }

  /** The same for what another feature serves: the path itself is signed. */
  linkToPath(path: string): string {
    return `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(signLink(this.#secret, path, Date.now()))}`;
  }

  isSignedPath(path: string, token: string): boolean {
    return isSigned(this.#secret, path, { token, nowMs: Date.now() });
  }
}
