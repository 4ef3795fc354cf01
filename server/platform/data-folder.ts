import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** Makes the folder where it is missing, for its user alone, and proves that it can be written. */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    await makeFolder(dataFolder);
    const probe = join(dataFolder, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartFailure(
      `The data folder ${dataFolder} cannot be written (${reason}): give this user the right to, or set VLABS_DATA to another folder.`,
    );
  }
}

/** Node's own recursive mkdir never ends where a kernel's folder takes no entries, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const code = await tryToMake(folder);
  if (code === null || code === 'EEXIST') return;
  if (code !== 'ENOENT' || dirname(folder) === folder) throw failure(folder, code);
  await makeFolder(dirname(folder));
  const second = await tryToMake(folder);
  if (second !== null && second !== 'EEXIST') throw failure(folder, second);
}

async function tryToMake(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function failure(folder: string, code: string): Error {
  return Object.assign(new Error(`${folder} cannot be made`), { code });
}

/** Where bytes of callers lie while they are read or until they are kept; what is left there is swept. */
export const incomingFolder = (dataFolder: string): string => join(dataFolder, 'files', 'incoming');
