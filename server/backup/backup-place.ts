/**
 * Where backups lie: `backups/<time>/` of each what the database held, and `files/` once for all of them,
 * since the bytes under a key never change. A folder or a part of a bucket; what is in it is named
 * with slashes.
 */
export interface BackupPlace {
  /** There only when it is whole, and kept by then. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  read(name: string): AsyncIterable<Buffer>;
  /** The names below `backups` or `files`, in order. */
  list(folder: string): Promise<string[]>;
  /** What is not there counts as removed. */
  remove(name: string): Promise<void>;
}

const BACKUPS = 'backups';
const FILES = 'files';
const MANIFEST = 'manifest';
const VERIFIED = 'verified';

/** The whole ones, the oldest first. A backup is whole once its manifest is there. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const parts = await listParts(place);
  return [...parts].flatMap(([backup, names]) =>
    names.includes(manifestOf(backup)) ? [backup] : [],
  );
}

/** What each backup has, whole or not, by its name; the oldest first. */
export async function listParts(place: BackupPlace): Promise<Map<string, string[]>> {
  const names = await place.list(BACKUPS);
  const inBackups = names.filter((name) => name.split('/').length > 2);
  return Map.groupBy(inBackups, (name) => name.split('/')[1] ?? '');
}

/** Of all backups together. */
export const listKeptFiles = (place: BackupPlace): Promise<string[]> => place.list(FILES);

export const nameBackup = (takenAt: Date): string => takenAt.toISOString().replaceAll(':', '-');

/** When it was taken; null where the name is none of ours. */
export function timeOf(backup: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(backup);
  if (!parts) return null;
  const takenAt = new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}`);
  return Number.isNaN(takenAt.getTime()) ? null : takenAt;
}

export const manifestOf = (backup: string): string => `${BACKUPS}/${backup}/${MANIFEST}`;

export const verifiedOf = (backup: string): string => `${BACKUPS}/${backup}/${VERIFIED}`;

export const tableOf = (backup: string, schema: string, table: string): string =>
  `${BACKUPS}/${backup}/${schema}.${table}`;

export const fileOf = (key: string): string => `${FILES}/${key.slice(0, 2)}/${key}`;
