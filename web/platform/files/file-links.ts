import type { StoredFile } from '@vlabs/contract/files';

/** A link to the bytes of a stored file, as the calls that take one expect it. */
export function linkOf({ bucketId, $id }: Pick<StoredFile, 'bucketId' | '$id'>): string {
  return `${location.origin}/v1/storage/buckets/${bucketId}/files/${$id}/download`;
}
