import { type Hash, createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { StoredFiles } from '../files/files.reads.ts';
import { WrongSize } from '../platform/object-store/timed-bytes.ts';
import { readZip } from '../platform/zip/read-zip.ts';
import { MANIFEST, hashOf } from './content/write-archive.ts';

interface StoredArchive {
  fileId: string | null;
  zipSha256: string | null;
  manifestSha256: string | null;
}

/**
 * Copies an archive from the store to this disk and verifies it: the hash of the ZIP file, of the manifest, and of each
 * entry. Returns what is wrong with it; null if nothing. Throws if the store is unavailable.
 */
export async function fetchArchive(
  files: StoredFiles,
  { fileId, zipSha256, manifestSha256 }: StoredArchive,
  path: string,
): Promise<string | null> {
  const file = fileId && (await files.findFile({ bucketId: 'archives', fileId }));
  if (!file) return 'There is no such file.';
  const hasher = new Hasher();
  try {
    await pipeline(await files.openFile(file), hasher, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (isMissing(error)) return 'The store has no such file.';
    if (error instanceof WrongSize) return error.message;
    throw error;
  }
  if (hasher.hash.digest('hex') !== zipSha256) return 'The ZIP file has another hash.';
  return findDifference(path, manifestSha256);
}

/** An entry that differs from the manifest, or a manifest that differs from its hash. */
async function findDifference(path: string, manifestSha256: string | null): Promise<string | null> {
  const found = new Map<string, string>();
  let manifest = '';
  for await (const { name, read } of readZip(path)) {
    const bytes = await read();
    if (name === MANIFEST) manifest = bytes.toString();
    found.set(name, hashOf(bytes));
  }
  if (found.get(MANIFEST) !== manifestSha256) return 'The manifest has another hash.';
  const lines = manifest.split('\n').slice(0, -1);
  if (lines.length !== found.size - 1) return 'The manifest lists other files.';
  const differing = lines.find((line) => found.get(line.slice(66)) !== line.slice(0, 64));
  return differing === undefined ? null : `${differing.slice(66)} has another hash.`;
}

const Missing = z.object({ code: z.literal('ENOENT') });
const NoSuchKey = z.object({ name: z.enum(['NoSuchKey', 'NotFound']) });

/** The store answers, and has nothing under this key. */
const isMissing = (error: unknown): boolean =>
  Missing.safeParse(error).success || NoSuchKey.safeParse(error).success;

class Hasher extends Transform {
  readonly hash: Hash = createHash('sha256');

  override _transform(
    bytes: Buffer,
    _encoding: string,
    next: (error: null, bytes: Buffer) => void,
  ) {
    this.hash.update(bytes);
    next(null, bytes);
  }
}
