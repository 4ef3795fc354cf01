import type { Readable } from 'node:stream';
import type { ByteRange } from '../byte-range.ts';

/** An upload in chunks, as a store knows it. */
export interface StoreUpload {
  key: string;
  /** What the store itself calls it; null where it needs no name. */
  name: string | null;
}

/** What a store was given under a key: exactly so many bytes. */
export interface KeptBytes {
  key: string;
  sizeBytes: number;
}

export interface StoredChunk {
  /** From 1. */
  number: number;
  /** What the store called it when it took it. */
  tag: string;
}

/**
 * Where the bytes of files lie, by keys that we make. What is taken is received from a file on this
 * machine that is flushed already; when a call resolves, the bytes outlive a loss of power.
 */
export interface FileStore {
  putFile(key: string, receivedPath: string): Promise<void>;
  /** The store's name for the upload. */
  beginUpload(key: string): Promise<string | null>;
  /** Chunks come in any order, and may come again. */
  putChunk(upload: StoreUpload, number: number, receivedPath: string): Promise<string>;
  /** Makes the chunks, all of them and in order, one file. May be done again. */
  joinChunks(upload: StoreUpload, chunks: readonly StoredChunk[]): Promise<void>;
  /** Removes what an upload has left besides its file. */
  dropUpload(upload: StoreUpload): Promise<void>;
  readFile(kept: KeptBytes, range: ByteRange | null): Promise<Readable>;
  deleteFile(key: string): Promise<void>;
  /** The mark of the database that used the store last; null where it has none. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
}
