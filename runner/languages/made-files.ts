import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { nameFolder } from './share-files.ts';

/** Files that every box can read, made of sources by a command in a box. */
export interface MadeFiles {
  /** The name of their folder in the shared folder. It changes with the source, the command and its programs. */
  folder: string;
  sources: { name: string; bytes: Buffer }[];
  words: string[];
  /** The results are the files with this ending. */
  resultSuffix: string;
  resultMode: number;
}

interface Wanted extends Pick<MadeFiles, 'words' | 'resultSuffix' | 'resultMode'> {
  name: string;
  /** The paths of the sources. */
  sources: string[];
  /** Changes with the programs that the command uses. */
  identity: string;
}

/** Reads the sources and names the folder. */
export async function describeMadeFiles(wanted: Wanted): Promise<MadeFiles> {
  const { name, sources: paths, identity, ...rest } = wanted;
  const sources = await Promise.all(
    paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })),
  );
  const contents = sources.map(({ bytes }) => bytes);
  return {
    ...rest,
    folder: nameFolder(name, [JSON.stringify([identity, rest]), ...contents]),
    sources,
  };
}
