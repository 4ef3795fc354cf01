import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';

interface ReadEntry {
  name: string;
  /** All bytes. */
  read: () => Promise<Buffer>;
}

/** The entries of a ZIP file on this disk, in their order. Throws if it is damaged. */
export async function* readZip(path: string): AsyncGenerator<ReadEntry> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      yield { name: entry.fileName, read: reader(zip, entry) };
  } finally {
    zip.close();
  }
}

const reader = (zip: ZipFile, entry: Entry) => async () =>
  buffer(await zip.openReadStreamPromise(entry));

/** An entry of an archive that somebody sent. */
export interface SentEntry extends ReadEntry {
  kind: 'file' | 'folder' | 'link';
  /** As the archive says. `read` throws if it is not true. */
  size: number;
}

/** Unix's kind of a file in the upper half of the attributes. */
const KIND_SHIFT = 16;
const KIND_MASK = 0o170000;
const LINK = 0o120000;

/**
 * The entries of an archive that somebody sent, in its order. Only the directory is read before `read` is called.
 * Throws if it is no archive, is damaged, has a path that leads out of its folder, or more than `maxEntries`.
 */
export async function listZip(bytes: Buffer, maxEntries: number): Promise<SentEntry[]> {
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  if (zip.entryCount > maxEntries) throw new TooManyEntries();
  const entries: SentEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: size } = entry;
    entries.push({ name, size, kind: kindOf(entry), read: reader(zip, entry) });
  }
  return entries;
}

/** The archive has more entries than are read. */
export class TooManyEntries extends Error {
  override name = 'TooManyEntries';
}

function kindOf({ fileName, externalFileAttributes }: Entry): SentEntry['kind'] {
  if (fileName.endsWith('/')) return 'folder';
  const mode = externalFileAttributes >>> KIND_SHIFT;
  return (mode & KIND_MASK) === LINK ? 'link' : 'file';
}
