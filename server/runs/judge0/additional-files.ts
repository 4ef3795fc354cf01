import { zipSync } from 'fflate';
import { findTopFolder, isAddedByMacos } from '@vlabs/contract/runs/archive-paths';
import {
  findClashingPath,
  isFilePath,
  MAX_PATH_PARTS,
  MAX_PROGRAM_FILES,
  MAX_PROGRAM_FILES_BYTES,
} from '@vlabs/contract/runs/program-files';
import { listZip, type SentEntry, TooManyEntries } from '../../platform/zip/read-zip.ts';
import type { RunFile } from '../store/run-files.ts';

/** Entries of one archive, with folders and what other systems add. */
const MAX_ENTRIES = 500;

const BASE64 = /^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/;
const NO_ARCHIVE = 'is not a ZIP archive in base64';
const TOO_MANY = `has too many files (maximum is ${MAX_PROGRAM_FILES})`;
const TOO_LARGE = `has too large files (maximum is ${MAX_PROGRAM_FILES_BYTES} bytes together)`;
const RULE = `use at most ${MAX_PATH_PARTS} names of up to 64 letters, digits, ".", "_" and "-"`;

/** A fault in the archive. The caller gets its message after the name of the attribute. */
class Fault extends Error {
  override name = 'Fault';
}

export type AdditionalFiles = { files: RunFile[] } | { error: string };

/**
 * Reads Judge0's archive of further files.
 * @param source the source of the program. A top folder that all files are in is left out unless the source names it.
 */
export async function readAdditionalFiles(sent: unknown, source: string): Promise<AdditionalFiles> {
  if (sent === undefined || sent === null || sent === '') return { files: [] };
  if (typeof sent !== 'string' || !BASE64.test(sent)) return { error: NO_ARCHIVE };
  try {
    const entries = await listEntries(Buffer.from(sent, 'base64'));
    return { files: await readFiles(withoutTopFolder(entries, source)) };
  } catch (error) {
    if (error instanceof Fault) return { error: error.message };
    throw error;
  }
}

async function listEntries(archive: Buffer): Promise<SentEntry[]> {
  const all = await listZip(archive, MAX_ENTRIES).catch((error: unknown) => {
    throw new Fault(error instanceof TooManyEntries ? TOO_MANY : explain(error));
  });
  return all.filter(({ name, kind }) => kind !== 'folder' && !isAddedByMacos(name));
}

function withoutTopFolder(entries: SentEntry[], source: string): SentEntry[] {
  const top = findTopFolder(entries.map(({ name }) => name));
  const folder = top.slice(0, -1);
  if (!isFilePath(folder) || names(source, folder)) return entries;
  return entries.map((entry) => ({ ...entry, name: entry.name.slice(top.length) }));
}

const WORD_SIGN = /\w/;
const WORD = /\w*/y;

/**
 * Whether the source names a folder, as in `import shapes.circle` and `#include "shapes/circle.h"`. Takes linear time:
 * only the beginnings of words are compared.
 */
function names(source: string, folder: string): boolean {
  let at = source.indexOf(folder);
  while (at >= 0) {
    const around = `${source[at - 1] ?? ''}${source[at + folder.length] ?? ''}`;
    if (!WORD_SIGN.test(around)) return true;
    WORD.lastIndex = at;
    WORD.test(source);
    at = source.indexOf(folder, WORD.lastIndex);
  }
  return false;
}

async function readFiles(entries: readonly SentEntry[]): Promise<RunFile[]> {
  if (entries.length > MAX_PROGRAM_FILES) throw new Fault(TOO_MANY);
  for (const { name, kind } of entries) {
    if (kind === 'link') throw new Fault(`has a link, which is not allowed: ${shorten(name)}`);
    if (!isFilePath(name))
      throw new Fault(`has a path that is not allowed (${RULE}): ${shorten(name)}`);
  }
  const clash = findClashingPath(entries.map(({ name }) => name));
  if (clash !== null) throw new Fault(`has two files or folders of one name: ${clash}`);
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > MAX_PROGRAM_FILES_BYTES) throw new Fault(TOO_LARGE);
  const files: RunFile[] = [];
  for (const { name: path, read } of entries) {
    const bytes = await read().catch((error: unknown) => {
      throw new Fault(explain(error));
    });
    files.push({ path, bytes });
  }
  return files;
}

/** The earliest time of the format, so that equal files make equal archives. */
const NO_TIME = new Date(1980, 0, 1);

/** The archive of such files, not compressed. */
export function writeArchive(files: readonly RunFile[]): Buffer {
  const entries = files.map(({ path, bytes }): [string, Uint8Array] => [path, bytes]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 0, mtime: NO_TIME }));
}

const explain = (error: unknown): string =>
  `${NO_ARCHIVE} that can be read (${shorten(error instanceof Error ? error.message : 'unknown')})`;

const MAX_SHOWN = 100;
const shorten = (name: string): string =>
  name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…`.toWellFormed() : name.toWellFormed();
