import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files and folders of this machine, by path below a folder that boxes can read. */
type Files = Record<string, string>;

/**
 * Shows files in every box, for tools that are outside of the system's folders. They are put there before the first
 * program of the language.
 * @param name of the folder; it changes with its contents
 * @returns the path of that folder in boxes
 */
export type ShareFiles = (name: string, list: () => Files) => string;

/** The name of a folder, which changes with what it is made of. */
export function nameFolder(name: string, parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `${name}-${hash.digest('hex').slice(0, 16)}`;
}

/** The folder that every box can read. */
export class SharedFolder {
  readonly #folder: string;
  readonly #folderInBox: string;
  readonly #putting = new Map<string, Promise<void>>();

  /** @param folder as this process sees it */
  constructor(folder: string, folderInBox: string) {
    this.#folder = folder;
    this.#folderInBox = folderInBox;
  }

  pathOf(name: string): string {
    return join(this.#folderInBox, name);
  }

  /** Several languages may share the same files. */
  put(name: string, list: () => Files): Promise<void> {
    const putting = this.#putting.get(name) ?? putAll(join(this.#folder, name), list);
    this.#putting.set(name, putting);
    return putting.catch((error: unknown) => {
      this.#putting.delete(name);
      throw error;
    });
  }
}

async function putAll(place: string, list: () => Files): Promise<void> {
  if (existsSync(place)) return;
  await makeWhole(place, async (folder) => {
    for (const [path, source] of Object.entries(list())) await putTree(source, join(folder, path));
  });
}

/**
 * Makes a folder that nobody sees before it is complete.
 * @param fill gets an empty folder
 */
export async function makeWhole(
  place: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${place}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await fill(unfinished);
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
export const noSharedFolder = new SharedFolder('/nowhere', '/');
