import { type BucketId, buckets } from '@vlabs/contract/files';
import type { Caller } from '../platform/http/serve.ts';
import { bucketNotFound, noRight } from './file-refusals.ts';

export function requireBucket(bucketId: string): BucketId {
  const known = buckets.find((bucket) => bucket === bucketId);
  if (!known) throw bucketNotFound();
  return known;
}

/** Staff have to do with files of assignments that they brought; others they reach by signed links. */
const isOfStaff = ({ role }: Caller, bucketId: BucketId) =>
  role === 'staff' && bucketId === 'assignments';

/** Who may add and delete files: admins lists and assignments, students what they hand in. */
export function requireWriter(caller: Caller, bucketId: BucketId): void {
  const { role } = caller;
  const isWriter = bucketId === 'submissions' ? role === 'student' : role === 'admin';
  const may = isWriter || isOfStaff(caller, bucketId);
  if (!may) throw noRight();
}

/** Who may read anything at all of a bucket. */
export function requireReader(caller: Caller, bucketId: BucketId): void {
  const { role } = caller;
  const may =
    role === 'admin' ||
    (role === 'student' && bucketId !== 'student-lists') ||
    isOfStaff(caller, bucketId);
  if (!may) throw noRight();
}

/** Whose files of a bucket the caller reads: everyone's, or only their own. */
export function readsOnlyOwn({ role }: Caller, bucketId: BucketId): boolean {
  return role === 'staff' || (role !== 'admin' && bucketId === 'submissions');
}

/** Students read of the bucket of assignments what is given to them, and nothing that is prepared. */
export function readsOnlyGiven({ role }: Caller, bucketId: BucketId): boolean {
  return role !== 'admin' && role !== 'staff' && bucketId === 'assignments';
}
