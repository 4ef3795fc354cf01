import { StartFailure } from '../platform/start/start-failure.ts';
import { timeOf } from './backup-place.ts';
import { lockBackups, unlockBackups, updateBackupState } from './backup-state.queries.ts';
import { type BackupParts, type BackupReport, makeBackup } from './make-backup.ts';
import { type RemovalReport, removeOldBackups } from './old-backups.ts';
import { findNewestVerified } from './verified.ts';

interface TakenBackup extends BackupReport {
  /** Null: removal was not requested. */
  removal: RemovalReport | null;
}

/**
 * Takes a backup, removes old ones and records their ages for the alarms. One at a time, because a
 * concurrent backup could rely on files that another one removes.
 * @param keep number of backups to keep; null: all
 */
export async function takeBackup(parts: BackupParts, keep: number | null): Promise<TakenBackup> {
  const lock = await parts.pool.connect();
  try {
    if (!(await lockBackups(lock))) {
      throw new StartFailure(
        'Another backup of this installation is in progress. Wait until it has finished.',
      );
    }
    const report = await makeBackup(parts);
    // Recorded before the removal, which may fail although the backup exists.
    await updateBackupState(parts.pool, await readTimes(parts, report));
    const order = { taken: report, nowMs: Date.now() };
    const removal = keep === null ? null : await removeOldBackups(parts, { keep, ...order });
    return { ...report, removal };
  } finally {
    // A lost connection has already released the lock.
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
