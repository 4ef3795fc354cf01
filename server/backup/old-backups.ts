import { Places } from '../platform/jobs/places.ts';
import {
  type BackupPlace,
  fileOf,
  isOfFuture,
  listKeptFiles,
  listParts,
  manifestOf,
  timeOf,
} from './backup-place.ts';
import { readManifest } from './manifest.ts';
import { findNewestVerified } from './verified.ts';

/** An incomplete backup that is older was interrupted. */
const WRITTEN_FOR_MS = 2 * 24 * 3_600_000;
const REMOVED_AT_ONCE = 8;

interface Parts {
  place: BackupPlace;
  key: Buffer | null;
}

interface Order {
  keep: number;
  /** The backup that was just completed. */
  taken: { backup: string; installation: string };
  nowMs: number;
}

export interface RemovalReport {
  removed: string[];
  /** Files that no remaining backup refers to. */
  removedFiles: number;
  /** Incomplete; possibly in progress. */
  unfinished: string[];
  /** With a time in the future; neither counted nor removed. */
  future: string[];
  /** Of another or unknown installation. */
  others: string[];
}

/**
 * Removes this installation's backups except the newest ones, and interrupted ones; then
 * unreferenced files. The backup just taken and the newest verified one are always kept. While a
 * backup is in progress, all files are kept, because its manifest is not known yet.
 */
export async function removeOldBackups(
  { place, key }: Parts,
  { keep, taken, nowMs }: Order,
): Promise<RemovalReport> {
  // Listed before the backups, so that files of a backup that starts now are not included.
  const files = await listKeptFiles(place);
  const parts = await listParts(place);
  const whole = [...parts.keys()].filter((name) => parts.get(name)?.includes(manifestOf(name)));
  const future = whole.filter((name) => isOfFuture(name, nowMs));
  const others: string[] = [];
  for (const backup of whole) {
    const { installation } = await readManifest({ place, key }, backup);
    if (installation !== taken.installation) others.push(backup);
  }
  const own = whole.filter((name) => !future.includes(name) && !others.includes(name));
  const verified = await findNewestVerified({ place, key }, taken.installation);
  const kept = new Set([...own.slice(-keep), ...future, ...others, taken.backup]);
  if (verified !== null) kept.add(verified);
  // Read before anything is removed: if a manifest is unreadable, nothing is removed.
  const named = new Set<string>();
  for (const backup of kept) {
    const manifest = await readManifest({ place, key }, backup);
    for (const file of manifest.files) named.add(fileOf(file.key));
  }

  const unfinished = [...parts.keys()].filter((name) => !whole.includes(name));
  const underWay = unfinished.filter((name) => {
    const takenAt = timeOf(name);
    return takenAt === null || takenAt.getTime() > nowMs - WRITTEN_FOR_MS;
  });
  const gone = [...parts].filter(([name]) => !kept.has(name) && !underWay.includes(name));
  for (const [backup, names] of gone) {
    // Without its manifest, the backup is incomplete.
    await place.remove(manifestOf(backup));
    await removeAll(place, names);
  }
  const unnamed = underWay.length > 0 ? [] : files.filter((name) => !named.has(name));
  await removeAll(place, unnamed);
  const removed = gone.map(([name]) => name);
  return { removed, removedFiles: unnamed.length, unfinished: underWay, future, others };
}

async function removeAll(place: BackupPlace, names: readonly string[]): Promise<void> {
  const places = new Places(REMOVED_AT_ONCE);
  await Promise.all(names.map((name) => places.run(() => place.remove(name))));
}
