import { makeGate } from '../platform/jobs/gate.ts';
import {
  type BackupPlace,
  fileOf,
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

export interface RemovalReport {
  removed: string[];
  /** Files that no backup names which is kept. */
  removedFiles: number;
  /** Not whole, and perhaps being written. */
  unfinished: string[];
}

/**
 * Removes all backups but the newest ones, and what broke off; then the files that nothing names any
 * more. The newest verified backup stays in any case. A backup that is being written stays, and with it
 * every file, since only its end tells which ones it needs.
 */
export async function removeOldBackups(
  { place, key }: Parts,
  { keep, nowMs }: { keep: number; nowMs: number },
): Promise<RemovalReport> {
  const parts = await listParts(place);
  const whole = [...parts.keys()].filter((name) => parts.get(name)?.includes(manifestOf(name)));
  const verified = await findNewestVerified({ place, key });
  const kept = new Set([...whole.slice(-keep), ...(verified === null ? [] : [verified])]);
  // Read before anything is removed: where one cannot be read, nothing is.
  const named = new Set<string>();
  for (const backup of kept) {
    const { files } = await readManifest({ place, key }, backup);
    for (const file of files) named.add(fileOf(file.key));
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
  const files = underWay.length > 0 ? [] : await listKeptFiles(place);
  const unnamed = files.filter((name) => !named.has(name));
  await removeAll(place, unnamed);
  const removed = gone.map(([name]) => name);
  return { removed, removedFiles: unnamed.length, unfinished: underWay };
}

async function removeAll(place: BackupPlace, names: readonly string[]): Promise<void> {
  const gate = makeGate(REMOVED_AT_ONCE);
  await Promise.all(names.map((name) => gate(() => place.remove(name))));
}
