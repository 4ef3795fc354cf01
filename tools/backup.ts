import { parseArgs } from 'node:util';
import { makeBackup } from '../server/backup/make-backup.ts';
import { openBackupPlace } from '../server/backup/open-place.ts';
import { readConfig } from '../server/config.ts';
import { openStore } from '../server/files/open-files.ts';
import { openDatabase } from '../server/platform/postgres/open-database.ts';
import { readBackupKey } from './backup-key.ts';
import { UsageError, runTool } from './run-tool.ts';

const USAGE = `Use: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--key-file FILE]
Takes a backup of the database and of all files, also while the server runs. Each further one into the
same place adds the files that are new. With a key file it is encrypted; without that key it is lost.`;

function readOrder() {
  try {
    const { values } = parseArgs({
      options: { to: { type: 'string' }, 'key-file': { type: 'string' } },
    });
    if (values.to !== undefined && values.to !== '') return { ...values, to: values.to };
  } catch {
    // An option that is not known is told like one that is missing.
  }
  throw new UsageError(USAGE);
}

await runTool(async () => {
  const order = readOrder();
  const key = await readBackupKey(order['key-file']);
  const config = readConfig();
  const place = openBackupPlace(order.to, config.backupS3);
  const database = await openDatabase({ ...config, shared: true });
  try {
    const report = await makeBackup({
      pool: database.pool,
      store: openStore(config),
      place,
      key,
    });
    const { backup, rows, files, newFiles, missingFiles } = report;
    console.log(`The backup ${backup} is whole: ${rows} rows, ${files} files, ${newFiles} new.`);
    if (key === null) console.log('It is not encrypted: name a key by --key-file.');
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
