import type { BucketId } from '@vlabs/contract/files/files';
import type { Database } from '../platform/postgres/database.ts';
import { deletedTooMuch, quotaExceeded, tooManyFiles } from './file-refusals.ts';
import { getUsage, lockUsage } from './files.queries.ts';

/** Per student, including files deleted within a day. */
const MAX_FILES = 2000;

interface Wanted {
  bucketId: BucketId;
  ownerId: string;
  sizeBytes: number;
}

/**
 * Throws if a student's quota is used up; otherwise reserves it until the transaction has written the file. Only
 * students are numerous enough to fill a disk.
 */
export async function reserveQuota(db: Database, wanted: Wanted, maxBytes: number): Promise<void> {
  if (wanted.bucketId !== 'submissions') return;
  await lockUsage(db, wanted.ownerId);
  await requireQuota(db, wanted, maxBytes);
}

/** Throws if a student's quota is used up now. */
export async function requireQuota(
  db: Database,
  { bucketId, ownerId, sizeBytes }: Wanted,
  maxBytes: number,
): Promise<void> {
  if (bucketId !== 'submissions') return;
  const { bytes, files, deletedBytes } = await getUsage(db, { bucketId, ownerId });
  if (bytes + sizeBytes > maxBytes) throw quotaExceeded(maxBytes);
  // Bytes of deleted files stay for a day, so deleting and uploading again is limited as well.
  if (bytes + deletedBytes + sizeBytes > 2 * maxBytes) throw deletedTooMuch();
  if (files >= MAX_FILES) throw tooManyFiles(MAX_FILES);
}
