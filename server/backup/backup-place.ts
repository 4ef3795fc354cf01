/**
 * Where backups are stored: `backups/<time>/` has the database parts of each backup, and `files/`
 * is shared by all, because the bytes under a key never change. Implemented by a folder and a
 * bucket; names use slashes.
 */
export interface BackupPlace {
  /** The name exists only when all bytes are written and durable. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  read(name: string): AsyncIterable<Buffer>;
  /** The sorted names below `backups` or `files`. */
  list(folder: string): Promise<string[]>;
  /** Removing a missing name succeeds. */
  remove(name: string): Promise<void>;
}

const BACKUPS = 'backups';
const FILES = 'files';
const MANIFEST = 'manifest';
const VERIFIED = 'verified';

/** A part's name. An interrupted write to a folder leaves a name that ends in `.unfinished`. */
const PART =
  /^backups\/[^/]+\/(manifest|verified|(public|graphile_worker)\.[a-z_][a-z0-9_]*)(\.unfinished)?$/;
const FILE =
  /^files\/([0-9a-f]{2})\/\1[0-9a-f]{6}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.unfinished)?$/;
/** Tolerance for clock differences between machines. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/** Complete backups, oldest first. A backup is complete when its manifest exists. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const parts = await listParts(place);
  return [...parts].flatMap(([backup, names]) =>
    names.includes(manifestOf(backup)) ? [backup] : [],
  );
}

/** The parts of each backup, complete or not, oldest first. Other names are ignored. */
export async function listParts(place: BackupPlace): Promise<Map<string, string[]>> {
  const names = await place.list(BACKUPS);
  const parts = names.filter((name) => PART.test(name) && timeOf(backupOf(name)) !== null);
  return Map.groupBy(parts, backupOf);
}

const backupOf = (part: string): string => part.split('/')[1] ?? '';

/** The files of all backups. Other names are ignored. */
export async function listKeptFiles(place: BackupPlace): Promise<string[]> {
  return (await place.list(FILES)).filter((name) => FILE.test(name));
}

export const nameBackup = (takenAt: Date): string => takenAt.toISOString().replaceAll(':', '-');

/** When it was taken; null if the name is not a backup's. */
export function timeOf(backup: string): Date | null {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/.exec(backup);
  if (!parts) return null;
  const takenAt = new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}`);
  return Number.isNaN(takenAt.getTime()) ? null : takenAt;
}

/** The clock was wrong when the backup was taken, or is wrong now. */
export function isOfFuture(backup: string, nowMs: number): boolean {
  const takenAt = timeOf(backup);
  return takenAt !== null && takenAt.getTime() > nowMs + CLOCKS_DIFFER_MS;
}

export const manifestOf = (backup: string): string => `${BACKUPS}/${backup}/${MANIFEST}`;

export const verifiedOf = (backup: string): string => `${BACKUPS}/${backup}/${VERIFIED}`;

export const tableOf = (backup: string, schema: string, table: string): string =>
  `${BACKUPS}/${backup}/${schema}.${table}`;

export const fileOf = (key: string): string => `${FILES}/${key.slice(0, 2)}/${key}`;
