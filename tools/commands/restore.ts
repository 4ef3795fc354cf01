import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBackupPlace } from '../../server/backup/open-place.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { noteVerified } from '../../server/backup/verified.ts';
import { readConfig } from '../../server/config.ts';
import { openStore } from '../../server/files/open-files.ts';
import { incomingFolder, makeDataFolder } from '../../server/platform/start/data-folder.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded-postgres.ts';
import { openPool } from '../../server/platform/postgres/open-pool.ts';
import { readBackupKey } from './backup-key.ts';
import { UsageError, runTool } from './run-tool.ts';

const USAGE = `Use: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup NAME] [--key-file FILE] [--verify]
Restores the newest backup, or the given one, into an empty installation.
With --verify it restores into a temporary database in the data folder, compares it with the backup's own counts and hashes,
and removes it. A successful verification is recorded next to the backup.`;
/** How many files --verify reads back. */
const MAX_VERIFIED_FILES = 1000;

type Settings = Pick<
  ReturnType<typeof readConfig>,
  'dataFolder' | 'databaseUrl' | 'databaseDirectUrl' | 's3' | 'backupS3'
>;
type Order = ReturnType<typeof readOrder>;

function readOrder() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        backup: { type: 'string' },
        'key-file': { type: 'string' },
        verify: { type: 'boolean', default: false },
      },
    });
    if (values.from !== undefined && values.from !== '') return { ...values, from: values.from };
  } catch {
    // An unknown option is reported like a missing one.
  }
  throw new UsageError(USAGE);
}

async function restore(order: Order, settings: Settings, durable: boolean): Promise<void> {
  const key = await readBackupKey(order['key-file']);
  const place = openBackupPlace(order.from, settings.backupS3);
  await makeDataFolder(settings.dataFolder);
  const embedded =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataFolder: settings.dataFolder, durable, shared: false })
      : null;
  // A connection pooler might end long statements.
  const url = settings.databaseDirectUrl ?? settings.databaseUrl ?? '';
  const { pool } = openPool(embedded?.databaseUrl ?? url);
  try {
    const { backup, takenAt, rows, files, missingFiles } = await restoreBackup(
      {
        pool,
        store: openStore(settings),
        incoming: incomingFolder(settings.dataFolder),
        place,
        key,
      },
      { backup: order.backup ?? null, maxFiles: order.verify ? MAX_VERIFIED_FILES : null },
    );
    const what = order.verify ? 'can be restored' : 'is restored';
    console.log(
      `The backup ${backup}, taken ${takenAt}, ${what}: ${rows} rows and ${files} files, all unchanged.`,
    );
    if (missingFiles > 0) {
      console.log(`${missingFiles} files were already missing when it was taken.`);
    }
    if (order.verify) await reportVerified({ place, key }, backup);
    else console.log('Start V-labs now. All users must sign in again.');
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

/** An alarm checks for verified backups. */
async function reportVerified(kept: Parameters<typeof noteVerified>[0], backup: string) {
  try {
    await noteVerified(kept, backup);
  } catch (error) {
    console.error(`The verification could not be recorded next to the backup: ${String(error)}`);
    process.exitCode = 1;
  }
}

await runTool(async () => {
  const order = readOrder();
  const config = readConfig();
  if (!order.verify) {
    await restore(order, config, true);
    return;
  }
  // Not the system's folder for temporary files, which may be in memory: a whole database goes there.
  await makeDataFolder(config.dataFolder);
  const dataFolder = await mkdtemp(join(config.dataFolder, 'verifying-'));
  try {
    const elsewhere = { dataFolder, databaseUrl: null, databaseDirectUrl: null, s3: null };
    await restore(order, { ...config, ...elsewhere }, false);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
