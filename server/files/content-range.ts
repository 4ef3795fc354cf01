import { CHUNK_BYTES } from '@vlabs/contract/files/files';

/** One of several equal chunks of a file; the last may be shorter. */
export interface Chunk {
  /** Position in the file, from 1. */
  number: number;
  sizeBytes: number;
  /** Of the whole file. */
  totalBytes: number;
  chunksTotal: number;
}

/** Parses `bytes a-b/total`; null unless it names exactly one chunk of such a file. */
export function readContentRange(header: string): Chunk | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header);
  if (!match) return null;
  const [first, last, totalBytes] = match.slice(1).map(Number);
  if (first === undefined || last === undefined || totalBytes === undefined) return null;
  const end = Math.min(first + CHUNK_BYTES, totalBytes);
  if (first % CHUNK_BYTES !== 0 || first >= totalBytes || last !== end - 1) return null;
  return {
    number: first / CHUNK_BYTES + 1,
    sizeBytes: end - first,
    totalBytes,
    chunksTotal: Math.ceil(totalBytes / CHUNK_BYTES),
  };
}
