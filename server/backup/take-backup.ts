import { StartFailure } from '../platform/start-failure.ts';
import { timeOf } from './backup-place.ts';
import { lockBackups, unlockBackups, updateBackupState } from './backup-state.queries.ts';
import { type BackupParts, type BackupReport, makeBackup } from './make-backup.ts';
import { type RemovalReport, removeOldBackups } from './old-backups.ts';
import { findNewestVerified } from './verified.ts';

interface TakenBackup extends BackupReport {
  /** Null: none were to be removed. */
  removal: RemovalReport | null;
}

/**
 * Takes a backup, removes those that are too many, and notes for the alarms how old they are. One at a
 * time: what one removes, another could count on.
 *
 * @param keep how many stay; null: all
 */
export async function takeBackup(parts: BackupParts, keep: number | null): Promise<TakenBackup> {
  const lock = await parts.pool.connect();
  try {
    if (!(await lockBackups(lock))) {
      throw new StartFailure(
        'Another backup of this installation is being taken: wait for its end.',
      );
    }
    const report = await makeBackup(parts);
    // Before anything is removed, which may fail: that the backup is there is true all the same.
    await updateBackupState(parts.pool, await readTimes(parts, report));
    const order = { taken: report, nowMs: Date.now() };
    const removal = keep === null ? null : await removeOldBackups(parts, { keep, ...order });
    return { ...report, removal };
  } finally {
    // Where the connection is lost the lock is too.
    await unlockBackups(lock).catch(() => undefined);
    lock.release();
  }
}

async function readTimes(parts: BackupParts, { backup, installation }: BackupReport) {
  const verified = await findNewestVerified(parts, installation);
  return {
    newestTakenAt: timeOf(backup) ?? new Date(),
    newestVerifiedTakenAt: verified === null ? null : timeOf(verified),
  };
}
