import { parseArgs } from 'node:util';
import { openBackupPlace, requireApart } from '../../server/backup/open-place.ts';
import type { RemovalReport } from '../../server/backup/old-backups.ts';
import { takeBackup } from '../../server/backup/take-backup.ts';
import { readConfig } from '../../server/config.ts';
import { openStore } from '../../server/files/open-files.ts';
import { openDatabase } from '../../server/platform/open-database.ts';
import { readBackupKey } from './backup-key.ts';
import { UsageError, runTool } from './run-tool.ts';

const USAGE = `Use: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--key-file FILE] [--keep N]
Backs up the database and all files, also while the server runs. Later backups to the same place add
only new files. With a key file the backup is encrypted; it cannot be restored without that key.
With --keep the newest N backups and the newest verified one are kept; older ones are removed.`;

function readOrder() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        'key-file': { type: 'string' },
        keep: { type: 'string' },
      },
    });
    const { to, keep } = values;
    const isNumber = keep === undefined || /^[1-9]\d{0,4}$/.test(keep);
    if (to !== undefined && to !== '' && isNumber) {
      return { ...values, to, keep: keep === undefined ? null : Number(keep) };
    }
  } catch {
    // An unknown option is reported like a missing one.
  }
  throw new UsageError(USAGE);
}

function reportRemoval(report: RemovalReport): void {
  const { removed, removedFiles, unfinished, future, others } = report;
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}; ${removedFiles} files.`);
  if (future.length > 0) {
    console.error(
      `Dated in the future: ${future.join(', ')}. A clock is or was wrong. These backups are kept and not counted. Remove them manually.`,
    );
  }
  if (others.length > 0) {
    console.log(
      `From another installation, or from a version that did not record it: ${others.join(', ')}. These backups are kept and not counted. Remove those you do not need manually.`,
    );
  }
  if (unfinished.length === 0) return;
  console.log(
    `Incomplete, and perhaps still being written: ${unfinished.join(', ')}. No files are removed until it is complete or two days old.`,
  );
}

await runTool(async () => {
  const order = readOrder();
  const key = await readBackupKey(order['key-file']);
  const config = readConfig();
  await requireApart(order.to, config.dataFolder);
  const place = openBackupPlace(order.to, config.backupS3);
  const database = await openDatabase({ ...config, shared: true, tables: 'require' });
  try {
    // The lock belongs to the connection, and the snapshot stays open for long.
    const parts = { pool: database.direct, store: openStore(config), place, key };
    const { removal, ...report } = await takeBackup(parts, order.keep);
    const { backup, rows, files, newFiles, missingFiles } = report;
    console.log(`The backup ${backup} is complete: ${rows} rows, ${files} files, ${newFiles} new.`);
    if (key === null)
      console.log('The backup is not encrypted. To encrypt it, give a key with --key-file.');
    if (removal) reportRemoval(removal);
    if (missingFiles > 0) {
      console.error(
        `${missingFiles} files of the database are missing from the store or have changed there. The backup does not contain them.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
});
