import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** Creates the folder if missing, readable by its user only, and checks that it is writable. */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    await makeFolder(dataFolder);
    const probe = join(dataFolder, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new StartFailure(
      `The data folder ${dataFolder} cannot be written (${reason}): give this user write access, or set VLABS_DATA to another folder.`,
    );
  }
}

/** Node's recursive mkdir hangs in kernel file systems such as /proc. */
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
  return Object.assign(new Error(`${folder} cannot be created`), { code });
}

/** Holds uploads until they are stored; leftovers are removed. */
export const incomingFolder = (dataFolder: string): string => join(dataFolder, 'files', 'incoming');
