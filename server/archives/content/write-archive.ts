import { type Hash, createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ZipEntry, streamZip } from '../../platform/zip/zip.ts';
import { compare } from './canonical-json.ts';
import { type ArchiveEntry, isView } from './entries.ts';

/** The hash of an entry, by its name. */
export type Hashes = ReadonlyMap<string, string>;

export interface Hashed {
  /** Of every entry but README.txt and the manifest. */
  entries: Hashes;
  /** Of what the entries say. */
  contentSha256: string;
}

export interface Written extends Hashed {
  manifestSha256: string;
  zipSha256: Buffer;
  sizeBytes: number;
  firstBytes: Buffer;
}

export const README = 'README.txt';
export const MANIFEST = 'manifest.sha256';
const FIRST_BYTES = 4096;

/**
 * Writes entries, the README that follows from their hashes, and the manifest as one ZIP file, flushed to the disk.
 * Equal entries give equal bytes.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  describe: (hashed: Hashed) => string,
): Promise<Written> {
  const hashes = new EntryHashes();
  let manifestSha256 = '';
  async function* listAll(): AsyncGenerator<ZipEntry> {
    for await (const { name, content } of entries) {
      const entry = { name, content: typeof content === 'function' ? await content() : content };
      hashes.add(entry);
      yield zipEntryOf(entry);
    }
    const readme = { name: README, content: describe(hashes.end()) };
    const manifest = { name: MANIFEST, content: hashes.manifestWith(readme) };
    manifestSha256 = hashOf(manifest.content);
    yield* [readme, manifest].map(zipEntryOf);
  }
  const meter = new Meter();
  await pipeline(streamZip(listAll()), meter, createWriteStream(path, { mode: 0o600 }));
  await flush(path);
  const { sizeBytes, firstBytes } = meter;
  const zipSha256 = meter.hash.digest();
  return { ...hashes.end(), manifestSha256, zipSha256, sizeBytes, firstBytes };
}

interface ReadyEntry {
  name: string;
  content: string | Buffer;
}

/** The hashes of entries that are not written, without views. */
export async function hashEntries(entries: AsyncIterable<ArchiveEntry>): Promise<Hashed> {
  const hashes = new EntryHashes();
  for await (const { name, content } of entries) {
    if (typeof content !== 'function') hashes.add({ name, content });
  }
  return hashes.end();
}

export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

const zipEntryOf = ({ name, content }: ReadyEntry): ZipEntry => ({
  name,
  at: null,
  content: typeof content === 'string' ? [content] : Readable.from([content]),
  isCompressed: true,
});

class EntryHashes {
  readonly #all = new Map<string, string>();
  readonly #content = new Map<string, string>();

  add({ name, content }: ReadyEntry): void {
    if (this.#all.has(name)) throw new Error(`An archive has two entries ${name}.`);
    const sha256 = hashOf(content);
    this.#all.set(name, sha256);
    if (!isView(name)) this.#content.set(name, sha256);
  }

  end(): Hashed {
    return { entries: this.#all, contentSha256: hashOf(listing(this.#content)) };
  }

  manifestWith({ name, content }: ReadyEntry): string {
    return listing(new Map([...this.#all, [name, hashOf(content)]]));
  }
}

/** As `sha256sum` writes and reads it, by name. */
const listing = (hashes: Hashes): string =>
  [...hashes]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');

/** Hashes and counts what passes. */
class Meter extends Transform {
  readonly hash: Hash = createHash('sha256');
  sizeBytes = 0;
  firstBytes: Buffer = Buffer.alloc(0);

  override _transform(
    bytes: Buffer,
    _encoding: string,
    next: (error: null, bytes: Buffer) => void,
  ) {
    if (this.sizeBytes === 0) this.firstBytes = bytes.subarray(0, FIRST_BYTES);
    this.sizeBytes += bytes.length;
    this.hash.update(bytes);
    next(null, bytes);
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
