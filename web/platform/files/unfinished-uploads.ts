import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { currentSession } from '../storage/stored-session.ts';
import { isRecord } from '../records.ts';
import { personalStorage } from '../storage/personal-storage.ts';

/** The server deletes unfinished uploads after a day. */
const KEPT_MS = 24 * 60 * 60_000;
/** One entry for all, because names of entries are not encrypted and names of files may say who a person is. */
const ENTRY = 'uploads';

interface Unfinished {
  file: string;
  fileId: string;
  begunAt: number;
}

/**
 * The upload id of a large file, stored in this browser: choosing the same file after a reload
 * resumes its upload.
 */
export function idOfUnfinished(bucketId: string, file: File): string | null {
  const name = nameOf(bucketId, file);
  return readAll().find((one) => one.file === name)?.fileId ?? null;
}

export function keepUnfinished(bucketId: string, file: File, fileId: string): void {
  if (file.size <= CHUNK_BYTES) return;
  const name = nameOf(bucketId, file);
  const others = readAll().filter((one) => one.file !== name);
  keepAll([...others, { file: name, fileId, begunAt: Date.now() }]);
}

export function forgetUnfinished(bucketId: string, file: File): void {
  const name = nameOf(bucketId, file);
  const all = readAll();
  const others = all.filter((one) => one.file !== name);
  if (others.length < all.length) keepAll(others);
}

const storage = () => personalStorage(currentSession().user?.id ?? '', 'browser');

const nameOf = (bucketId: string, { name, size, lastModified }: File): string =>
  JSON.stringify([bucketId, size, lastModified, name]);

function readAll(): Unfinished[] {
  try {
    const read: unknown = JSON.parse(storage().getItem(ENTRY) ?? '[]');
    const all = Array.isArray(read) ? read.filter(isUnfinished) : [];
    return all.filter(({ begunAt }) => Date.now() - begunAt < KEPT_MS);
  } catch {
    return [];
  }
}

function keepAll(all: readonly Unfinished[]): void {
  try {
    if (all.length === 0) storage().removeItem(ENTRY);
    else storage().setItem(ENTRY, JSON.stringify(all));
  } catch {
    // Without storage, uploads resume only while the page is open.
  }
}

function isUnfinished(value: unknown): value is Unfinished {
  if (!isRecord(value)) return false;
  const { file, fileId, begunAt } = value;
  return typeof file === 'string' && typeof fileId === 'string' && typeof begunAt === 'number';
}
