import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** A path with slashes, of safe names. */
  name: string;
  /** When the content came into being; null if that is not one time. */
  at: Date | null;
  content: Readable | Iterable<string> | AsyncIterable<string>;
  /** By default texts are compressed, and bytes are not: files of people are mostly compressed already. */
  isCompressed?: boolean;
}

/** The earliest time of the format. It counts in local time, so equal entries give equal bytes in every time zone. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Streams a ZIP archive of any size. Entries are read one after the other, so a large archive needs little memory.
 * Equal entries give equal bytes.
 */
export function streamZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const leaving = new AbortController();
  output.once('close', () => leaving.abort());
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  pipeline(Readable.from(zip.outputStream), output).catch(fail);
  addAll(zip, entries, leaving.signal).catch(fail);
  return output;
}

async function addAll(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, at, content, isCompressed } of entries) {
    const isBytes = content instanceof Readable;
    const bytes = isBytes ? content : Readable.from(inBytes(content), { objectMode: false });
    try {
      const times = { mtime: at ?? NO_TIME, forceDosTimestamp: at === null };
      zip.addReadStream(bytes, name, { ...times, compress: isCompressed ?? !isBytes });
      await finished(bytes, { signal });
    } finally {
      bytes.destroy();
    }
  }
  zip.end();
}

async function* inBytes(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
