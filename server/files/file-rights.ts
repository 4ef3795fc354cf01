import { type BucketId, buckets } from '@vlabs/contract/files/files';
import type { Caller } from '../platform/http/serve.ts';
import { bucketNotFound, noRight } from './file-refusals.ts';

export function requireBucket(bucketId: string): BucketId {
  const known = buckets.find((bucket) => bucket === bucketId);
  if (!known) throw bucketNotFound();
  return known;
}

/** Staff manage the assignment files that they uploaded; they read others through signed links. */
const isOfStaff = ({ role }: Caller, bucketId: BucketId) =>
  role === 'staff' && bucketId === 'assignments';

/** Who may add and delete files: admins lists and assignments, students hand-ins. */
export function requireWriter(caller: Caller, bucketId: BucketId): void {
  const { role } = caller;
  const isWriter = bucketId === 'submissions' ? role === 'student' : role === 'admin';
  const may = isWriter || isOfStaff(caller, bucketId);
  if (!may) throw noRight();
}

/** Who may read in a bucket at all. */
export function requireReader(caller: Caller, bucketId: BucketId): void {
  const { role } = caller;
  const may =
    role === 'admin' ||
    (role === 'student' && bucketId !== 'student-lists') ||
    isOfStaff(caller, bucketId);
  if (!may) throw noRight();
}

/** Whether the caller reads everyone's files of a bucket, or only their own. */
export function readsOnlyOwn({ role }: Caller, bucketId: BucketId): boolean {
  return role === 'staff' || (role !== 'admin' && bucketId === 'submissions');
}

/** Students read only files of assignments that are theirs, none in preparation. */
export function readsOnlyGiven({ role }: Caller, bucketId: BucketId): boolean {
  return role !== 'admin' && role !== 'staff' && bucketId === 'assignments';
}
