import { makeGate } from '../platform/jobs/gate.ts';
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

/** One that is not whole by then broke off: nothing is written for so long. */
const WRITTEN_FOR_MS = 2 * 24 * 3_600_000;
const REMOVED_AT_ONCE = 8;

interface Parts {
  place: BackupPlace;
  key: Buffer | null;
}

interface Order {
  keep: number;
  /** The one that has just become whole. */
  taken: { backup: string; installation: string };
  nowMs: number;
}

export interface RemovalReport {
  removed: string[];
  /** Files that no backup names which is kept. */
  removedFiles: number;
  /** Not whole, and perhaps being written. */
  unfinished: string[];
  /** Of a time to come: they neither count nor go. */
  future: string[];
  /** Of another installation, or of a version that did not say of which. */
  others: string[];
}

/**
 * Removes all backups of this installation but the newest ones, and what broke off; then the files that
 * nothing names any more. The one just taken and the newest verified one stay in any case. A backup that
 * is being written stays, and with it every file, since only its end tells which ones it needs.
 */
export async function removeOldBackups(
  { place, key }: Parts,
  { keep, taken, nowMs }: Order,
): Promise<RemovalReport> {
  // Before the backups: what one brings that begins in between is then not among them.
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
  // Read before anything is removed: where one cannot be read, nothing is.
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
    // From here on it is none.
    await place.remove(manifestOf(backup));
    await removeAll(place, names);
  }
  const unnamed = underWay.length > 0 ? [] : files.filter((name) => !named.has(name));
  await removeAll(place, unnamed);
  const removed = gone.map(([name]) => name);
  return { removed, removedFiles: unnamed.length, unfinished: underWay, future, others };
}

async function removeAll(place: BackupPlace, names: readonly string[]): Promise<void> {
  const gate = makeGate(REMOVED_AT_ONCE);
  await Promise.all(names.map((name) => gate(() => place.remove(name))));
}
