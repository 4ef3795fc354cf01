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

/** As it is named below; what a process that was killed was writing into a folder ends in `.unfinished`. */
const PART =
  /^backups\/[^/]+\/(manifest|verified|(public|graphile_worker)\.[a-z_][a-z0-9_]*)(\.unfinished)?$/;
const FILE =
  /^files\/([0-9a-f]{2})\/\1[0-9a-f]{6}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.unfinished)?$/;
/** Machines that take backups and bring them back do not agree to the second. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** The whole ones, the oldest first. A backup is whole once its manifest is there. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const parts = await listParts(place);
  return [...parts].flatMap(([backup, names]) =>
    names.includes(manifestOf(backup)) ? [backup] : [],
  );
}

/** What each backup has, whole or not, by its name; the oldest first. What else lies there is nobody's of ours. */
export async function listParts(place: BackupPlace): Promise<Map<string, string[]>> {
  const names = await place.list(BACKUPS);
  const parts = names.filter((name) => PART.test(name) && timeOf(backupOf(name)) !== null);
  return Map.groupBy(parts, backupOf);
}

const backupOf = (part: string): string => part.split('/')[1] ?? '';

/** Of all backups together; nothing that somebody else has put there. */
export async function listKeptFiles(place: BackupPlace): Promise<string[]> {
  return (await place.list(FILES)).filter((name) => FILE.test(name));
}

export const nameBackup = (takenAt: Date): string => takenAt.toISOString().replaceAll(':', '-');

/** When it was taken; null where the name is none of ours. */
export function timeOf(backup: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(backup);
  if (!parts) return null;
  const takenAt = new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}`);
  return Number.isNaN(takenAt.getTime()) ? null : takenAt;
}

/** Taken by a clock that was wrong, or looked at by one. */
export function isOfFuture(backup: string, nowMs: number): boolean {
  const takenAt = timeOf(backup);
  return takenAt !== null && takenAt.getTime() > nowMs + CLOCKS_DIFFER_MS;
}

export const manifestOf = (backup: string): string => `${BACKUPS}/${backup}/${MANIFEST}`;

export const verifiedOf = (backup: string): string => `${BACKUPS}/${backup}/${VERIFIED}`;

export const tableOf = (backup: string, schema: string, table: string): string =>
  `${BACKUPS}/${backup}/${schema}.${table}`;

export const fileOf = (key: string): string => `${FILES}/${key.slice(0, 2)}/${key}`;
