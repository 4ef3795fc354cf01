import { CHUNK_BYTES } from '@vlabs/contract/files';
import { currentSession } from '../calls/stored-session.ts';
import { browserStorage } from '../browser-storage.ts';

/** The server deletes unfinished uploads after a day. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * The upload id of a large file, stored in this browser: choosing the same file after a reload
 * resumes its upload.
 */
export function idOfUnfinished(bucketId: string, file: File): string | null {
  const [id, begunAt] = read(keyOf(bucketId, file))?.split(' ') ?? [];
  return id !== undefined && Date.now() - Number(begunAt) < KEPT_MS ? id : null;
}

export function keepUnfinished(bucketId: string, file: File, fileId: string): void {
  if (file.size <= CHUNK_BYTES) return;
  try {
    browserStorage().setItem(keyOf(bucketId, file), `${fileId} ${Date.now()}`);
  } catch {
    // Without storage, uploads resume only while the page is open.
  }
}

export function forgetUnfinished(bucketId: string, file: File): void {
  browserStorage().removeItem(keyOf(bucketId, file));
}

function keyOf(bucketId: string, { name, size, lastModified }: File): string {
  const person = encodeURIComponent(currentSession().user?.id ?? '');
  return `vlabs.upload/${person}/${bucketId}/${size}/${lastModified}/${encodeURIComponent(name)}`;
}

function read(key: string): string | null {
  try {
    return browserStorage().getItem(key);
  } catch {
    return null;
  }
}
