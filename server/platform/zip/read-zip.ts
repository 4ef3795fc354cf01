import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

interface ReadEntry {
  name: string;
  /** All bytes. */
  read: () => Promise<Buffer>;
}

/** The entries of a ZIP file on this disk, in their order. Throws if it is damaged. */
export async function* readZip(path: string): AsyncGenerator<ReadEntry> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const read = async () => buffer(await zip.openReadStreamPromise(entry));
      yield { name: entry.fileName, read };
    }
  } finally {
    zip.close();
  }
}
