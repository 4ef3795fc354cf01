import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { nameFolder } from './share-files.ts';

/** Files that every box can read, made of one source by a command in a box. */
export interface MadeFiles {
  /** The name of their folder in the shared folder. It changes with the source, the command and its programs. */
  folder: string;
  source: { name: string; bytes: Buffer };
  words: string[];
  /** The results are the files with this ending. */
  resultSuffix: string;
  resultMode: number;
}

interface Wanted extends Pick<MadeFiles, 'words' | 'resultSuffix' | 'resultMode'> {
  name: string;
  /** The path of the source. */
  source: string;
  /** Changes with the programs that the command uses. */
  identity: string;
}

/** Reads the source and names the folder. */
export async function describeMadeFiles(wanted: Wanted): Promise<MadeFiles> {
  const { name, source, identity, ...rest } = wanted;
  const bytes = await readFile(source);
  const folder = nameFolder(name, [JSON.stringify([identity, rest]), bytes]);
  return { ...rest, folder, source: { name: basename(source), bytes } };
}
