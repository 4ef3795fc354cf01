import { join } from 'node:path';
import type { Pool } from 'pg';
import { incomingFolder } from '../platform/start/data-folder.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { DiskStore } from './stores/disk-store.ts';
import type { FileStore } from './stores/file-store.ts';
import { Files, type ListFilesGivenTo, type MayReadFile } from './files.service.ts';
import type { S3Settings } from '../platform/object-store/s3-client.ts';
import { S3Store } from './stores/s3-store.ts';

interface Settings {
  dataFolder: string;
  /** Null if files are in the data folder. */
  s3: S3Settings | null;
  maxFileBytes: number;
  studentFilesBytes: number;
  deletedDays: number;
}

/** Opens the store that the settings name. */
export function openStore({ dataFolder, s3 }: Pick<Settings, 'dataFolder' | 's3'>): FileStore {
  return s3 ? new S3Store(s3) : new DiskStore(join(dataFolder, 'files'));
}

/** Creates the file service. Received bytes are first written to the data folder. */
export function openFiles(
  { dataFolder, s3, ...limits }: Settings,
  parts: {
    pool: Pool;
    jobs: Jobs;
    log: Log;
    listFilesGivenTo: ListFilesGivenTo;
    mayReadFile: MayReadFile;
  },
): Files {
  const store = openStore({ dataFolder, s3 });
  return new Files({ ...parts, ...limits, store, incoming: incomingFolder(dataFolder) });
}
