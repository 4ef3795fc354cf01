import type { Readable } from 'node:stream';
import type { ByteRange } from '../byte-range.ts';

/** An upload in chunks, as a store knows it. */
export interface StoreUpload {
  key: string;
  /** The store's upload id; null if it needs none. */
  name: string | null;
}

/** Bytes stored under a key, with their exact number. */
export interface KeptBytes {
  key: string;
  sizeBytes: number;
}

export interface StoredChunk {
  /** From 1. */
  number: number;
  /** The store's id of the chunk. */
  tag: string;
}

/**
 * Stores bytes under keys that we create. Input is a flushed local file; when a call resolves, the bytes survive a
 * power loss.
 */
export interface FileStore {
  putFile(key: string, receivedPath: string): Promise<void>;
  /** The store's upload id. */
  beginUpload(key: string): Promise<string | null>;
  /** Chunks may arrive in any order and be repeated. */
  putChunk(upload: StoreUpload, number: number, receivedPath: string): Promise<string>;
  /** Joins all chunks in order. May be repeated. */
  joinChunks(upload: StoreUpload, chunks: readonly StoredChunk[]): Promise<void>;
  /** Removes the remains of an upload, except its file. */
  dropUpload(upload: StoreUpload): Promise<void>;
  readFile(kept: KeptBytes, range: ByteRange | null): Promise<Readable>;
  deleteFile(key: string): Promise<void>;
  /** The mark of the database that used the store last, or null. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
}
