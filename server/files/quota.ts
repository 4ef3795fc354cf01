import type { BucketId } from '@vlabs/contract/files';
import type { Database } from '../platform/postgres/database.ts';
import { deletedTooMuch, quotaExceeded, tooManyFiles } from './file-refusals.ts';
import { getUsage, lockUsage } from './tombstones.queries.ts';

/** Of one student, with those that were deleted within a day. */
const MAX_FILES = 2000;

interface Wanted {
  bucketId: BucketId;
  ownerId: string;
  sizeBytes: number;
}

/**
 * Throws where a student has no room for a file; else the room is theirs once the transaction has
 * written it down. Only students are many enough to fill a disk.
 */
export async function reserveQuota(db: Database, wanted: Wanted, maxBytes: number): Promise<void> {
  if (wanted.bucketId !== 'submissions') return;
  await lockUsage(db, wanted.ownerId);
  await requireQuota(db, wanted, maxBytes);
}

/** Throws where a student has no room for a file at this moment. */
export async function requireQuota(
  db: Database,
  { bucketId, ownerId, sizeBytes }: Wanted,
  maxBytes: number,
): Promise<void> {
  if (bucketId !== 'submissions') return;
  const { bytes, files, deletedBytes } = await getUsage(db, { bucketId, ownerId });
  if (bytes + sizeBytes > maxBytes) throw quotaExceeded(maxBytes);
  // The bytes of deleted files stay for a day, so deleting and sending anew has a bound as well.
  if (bytes + deletedBytes + sizeBytes > 2 * maxBytes) throw deletedTooMuch();
  if (files >= MAX_FILES) throw tooManyFiles(MAX_FILES);
}
