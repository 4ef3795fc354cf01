import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes files readable in every box, for tools that are outside of the system's folders.
 * @param name of the folder in which boxes see them; it changes with their contents
 * @param files files and folders of this machine, by path below that folder
 * @returns the path of that folder in boxes
 */
export type ShareFiles = (name: string, files: Record<string, string>) => Promise<string>;

/**
 * Puts files into the folder that every box can read.
 * @param folder as this process sees it
 * @param folderInBox as boxes see it
 */
export function shareFilesBy(folder: string, folderInBox: string): ShareFiles {
  const shared = new Map<string, Promise<void>>();
  return async (name, files) => {
    const sharing = shared.get(name) ?? putAll(join(folder, name), files);
    // Several languages may share the same files.
    shared.set(name, sharing);
    await sharing;
    return join(folderInBox, name);
  };
}

async function putAll(place: string, files: Record<string, string>): Promise<void> {
  if (existsSync(place)) return;
  const unfinished = `${place}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  for (const [path, source] of Object.entries(files)) await putTree(source, join(unfinished, path));
  await rename(unfinished, place);
}

async function putTree(source: string, target: string): Promise<void> {
  if (!(await stat(source)).isDirectory()) return putFile(source, target);
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const from = join(entry.parentPath, entry.name);
    await putFile(from, join(target, from.slice(source.length)));
  }
}

/** A second name costs neither time nor space, but only the owner of a file may give it one. */
async function putFile(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await link(source, target).catch(() => copyFile(source, target));
}

/** For callers that start no program of such a tool. */
export const shareNothing: ShareFiles = (name) => Promise.resolve(`/${name}`);
