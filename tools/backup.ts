import { parseArgs } from 'node:util';
import { openBackupPlace, requireApart } from '../server/backup/open-place.ts';
import type { RemovalReport } from '../server/backup/old-backups.ts';
import { takeBackup } from '../server/backup/take-backup.ts';
import { readConfig } from '../server/config.ts';
import { openStore } from '../server/files/open-files.ts';
import { openDatabase } from '../server/platform/postgres/open-database.ts';
import { readBackupKey } from './backup-key.ts';
import { UsageError, runTool } from './run-tool.ts';

const USAGE = `Use: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--key-file FILE] [--keep N]
Takes a backup of the database and of all files, also while the server runs. Each further one into the
same place adds the files that are new. With a key file it is encrypted; without that key it is lost.
With --keep the newest N backups stay, and the newest verified one; older ones are removed.`;

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
    // An option that is not known is told like one that is missing.
  }
  throw new UsageError(USAGE);
}

function reportRemoval(report: RemovalReport): void {
  const { removed, removedFiles, unfinished, future, others } = report;
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}; ${removedFiles} files.`);
  if (future.length > 0) {
    console.error(
      `Named by a time to come: ${future.join(', ')}. A clock is or was wrong. They stay, and do not count; remove them by hand.`,
    );
  }
  if (others.length > 0) {
    console.log(
      `Of another installation, or of a version that did not say of which: ${others.join(', ')}. They stay, and do not count; remove by hand what nobody needs.`,
    );
  }
  if (unfinished.length === 0) return;
  console.log(
    `Not whole, and perhaps being written: ${unfinished.join(', ')}. Until it is whole, or two days old, no files are removed.`,
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
    // Its lock belongs to a connection, and its snapshot takes long.
    const parts = { pool: database.direct, store: openStore(config), place, key };
    const { removal, ...report } = await takeBackup(parts, order.keep);
    const { backup, rows, files, newFiles, missingFiles } = report;
    console.log(`The backup ${backup} is whole: ${rows} rows, ${files} files, ${newFiles} new.`);
    if (key === null) console.log('It is not encrypted: name a key by --key-file.');
    if (removal) reportRemoval(removal);
    if (missingFiles > 0) {
      console.error(
        `${missingFiles} files that the database knows were not in the store, or were not what was taken; the backup is without them.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
});
