import type { StoredFile } from '@vlabs/contract/files/files';

/** Link to a stored file, in the form that the API expects. */
export function linkOf({ bucketId, $id }: Pick<StoredFile, 'bucketId' | '$id'>): string {
  return `${location.origin}/v1/storage/buckets/${bucketId}/files/${$id}/download`;
}
