import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { S3Settings } from '../platform/object-store/s3-client.ts';
import { StartFailure } from '../platform/start/start-failure.ts';
import { BackupBucket } from './backup-bucket.ts';
import { BackupFolder } from './backup-folder.ts';
import type { BackupPlace } from './backup-place.ts';

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** In the installation's data folder, the backups' files would mix with its own files. */
export async function requireApart(named: string, dataFolder: string): Promise<void> {
  if (named.startsWith('s3://')) return;
  const [place, data] = await Promise.all([named, dataFolder].map(realFolder));
  if (place !== data) return;
  throw new StartFailure(
    `The folder ${dataFolder} is this installation’s data folder. Choose another folder for backups.`,
  );
}

/** A folder that does not exist yet is not a link. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(() => resolve(folder));

/**
 * Opens the place that a command names: `s3://bucket/prefix` or the path of a folder.
 * @param store the object store; null if not configured
 */
export function openBackupPlace(
  named: string,
  store: Omit<S3Settings, 'bucket'> | null,
): BackupPlace {
  if (!named.startsWith('s3://')) return new BackupFolder(resolve(named));
  const [, bucket, path = ''] = BUCKET_URL.exec(named) ?? [];
  if (bucket === undefined) {
    throw new StartFailure(
      `The place ${JSON.stringify(named)} is not a valid bucket address. Use s3://bucket/prefix.`,
    );
  }
  if (store === null) {
    throw new StartFailure(
      'Backups in a bucket need VLABS_BACKUP_S3_ENDPOINT, VLABS_BACKUP_S3_ACCESS_KEY_ID and VLABS_BACKUP_S3_SECRET_ACCESS_KEY.',
    );
  }
  const prefix = path.split('/').filter((part) => part !== '');
  return new BackupBucket({ ...store, bucket }, prefix.join('/'));
}
