import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';

type ArchiveFilesByName = Record<string, Buffer>;

/** Unpacks a ZIP file in memory. */
export const unpack = (zip: Buffer): ArchiveFilesByName =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)]),
  );

/** What `sha256sum -c manifest.sha256` says of the files in a folder of their own. */
export async function verifyByHand(files: ArchiveFilesByName): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-archive-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), bytes);
    }
    const { stdout } = await promisify(execFile)('sha256sum', ['-c', 'manifest.sha256'], {
      cwd: folder,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
